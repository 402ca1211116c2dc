import type { Place } from '../call.ts'

/** The directories that paths are shown relative to. */
export type KnownRoots = Pick<Place, 'home' | 'workspace'>

/** Shortens the paths in a text: relative to the workspace, or with `~` for the home. */
export function shorten(text: string, { workspace, home }: KnownRoots): string {
  let short = text
  for (const root of workspace) short = replaceRoot(short, root, '')
  return replaceRoot(short, home, '~/')
}

/** Only where a path begins: `/w/a` is below `/w`, but `/srv/w/a` and `host:/w/a` are not. */
function replaceRoot(text: string, root: string, by: string): string {
  if (root === '' || root === '/') return text
  return text
    .split(`${root}/`)
    .reduce((before, after) => `${before}${/[\w.~:/-]$/.test(before) ? `${root}/` : by}${after}`)
}
