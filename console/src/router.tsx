import { signal } from '@preact/signals'
import type { ComponentChildren, HTMLAttributes } from 'preact'
import { type Route, routeOf } from './routes.ts'

const current = (): Route => routeOf(location.pathname, location.search)

/** The route that is shown. */
export const route = signal<Route>(current())

/** Goes to a path. `replace` leaves no entry in the history: for filters and selections. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (path === location.pathname + location.search) return
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
  route.value = current()
}

/** Follows the back and forward buttons. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    route.value = current()
  })
}

interface LinkProps extends Omit<HTMLAttributes<HTMLAnchorElement>, 'role'> {
  readonly to: string
  readonly children: ComponentChildren
}

/** A link inside the console. With a modifier key or another button it behaves as any link. */
export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
