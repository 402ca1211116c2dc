import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.tsx'
import type { PageName } from '../routes.ts'
import { titles } from './titles.ts'

/** A page is `pages/<name>/index.tsx`, whose default export is a component. Each one is loaded when it is first opened. */
const loaders = import.meta.glob<{ readonly default: ComponentType }>('../pages/*/index.tsx')

const loaded = new Map<PageName, ComponentType>()

export function Page({ name }: { readonly name: PageName }) {
  const [, setCount] = useState(0)
  const [failed, setFailed] = useState(false)
  const Content = loaded.get(name)
  useEffect(() => {
    setFailed(false)
    if (loaded.has(name)) return
    loaders[`../pages/${name}/index.tsx`]?.().then(
      page => {
        loaded.set(name, page.default)
        setCount(count => count + 1)
      },
      () => setFailed(true),
    )
  }, [name])
  if (Content !== undefined) return <Content />
  if (failed || loaders[`../pages/${name}/index.tsx`] === undefined)
    return (
      <EmptyState title={`${titles[name]} cannot be shown`}>
        Reload the page; the server may have been updated.
      </EmptyState>
    )
  return null
}
