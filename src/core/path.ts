/** POSIX paths as text, without access to the file system. */

/** Absolute, without `.`, `..`, doubled or trailing slashes. `base` is absolute. */
export function resolvePath(base: string, path: string): string {
  const whole = path.startsWith('/') ? path : base === '/' ? `/${path}` : `${base}/${path}`
  if (!unresolved.test(whole)) return whole
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** An empty, `.` or `..` component. */
const unresolved = /^[^/]|\/\.{0,2}(?:\/|$)/

/** Whether `path` is `root` or below it, by whole components: `/w-evil` is not within `/w`. */
export const isWithin = (path: string, root: string): boolean =>
  path === root || root === '/' || (path.startsWith(root) && path.charCodeAt(root.length) === slash)

const slash = 0x2f

/** Replaces `~` in `~` and `~/x` with the home directory; `~user` stays as it is. */
export const expandHome = (path: string, home: string): string =>
  path === '~' ? home : path.startsWith('~/') ? `${home}/${path.slice(2)}` : path

export const baseName = (path: string): string => (path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : path)

export const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'

/** Each path once, without those that lie below another one. The time grows with the number of paths, not with its square. */
export function outermostPaths(paths: readonly string[]): readonly string[] {
  const all = new Set(paths)
  return [...all].filter(path => {
    for (let at = path; at !== '/'; ) {
      at = parentOf(at)
      if (all.has(at)) return false
    }
    return true
  })
}

export const hasTraversal = (path: string): boolean => path.split('/').includes('..')

export interface PathPlace {
  readonly workspace: readonly string[]
  readonly home: string
}

/** The path as a person would write it: `src/a.ts` in the workspace, `~/x` in the home. */
export function shortPath(path: string, place: PathPlace): string {
  for (const root of place.workspace) {
    if (path === root) return '.'
    if (isWithin(path, root)) return path.slice(root.length + 1)
  }
  if (path === place.home) return '~'
  return isWithin(path, place.home) ? `~${path.slice(place.home.length)}` : path
}
