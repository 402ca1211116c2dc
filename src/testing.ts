import type { Place } from './core/call.ts'
import type { Clock } from './core/clock.ts'
import type { FileFacts } from './core/facts.ts'
import { isWithin, parentOf, resolvePath } from './core/path.ts'

export { memoryJournal } from './audit/memory-journal.ts'

/** A file in a fake file system: its text, or the path that it links to. */
export type MadeUpFile = string | { readonly link: string } | { readonly directory: true }

/**
 * File facts from a table, for tests that must not depend on a disk.
 *
 * @example
 * memoryFacts({ files: { '/w/x': { link: '/etc/passwd' } } }).realPath('/w/x') // '/etc/passwd'
 */
export function memoryFacts(given: {
  readonly files?: Readonly<Record<string, MadeUpFile>>
  readonly ignored?: readonly string[]
}): FileFacts {
  const files = new Map(Object.entries(given.files ?? {}))
  const ignored = given.ignored ?? []
  const isDirectory = (path: string) =>
    [...files].some(
      ([name, file]) =>
        (typeof file === 'object' && 'directory' in file && name === path) || (name !== path && isWithin(name, path)),
    )
  const facts: FileFacts = {
    realPath: path => follow(resolveParts(path, files), files, 0),
    kind: path => {
      const real = facts.realPath(path) ?? path
      return isDirectory(real) ? 'directory' : files.has(real) ? 'file' : 'missing'
    },
    text: path => {
      const file = files.get(facts.realPath(path) ?? path)
      return typeof file === 'string' ? file : null
    },
    names: path => {
      const real = facts.realPath(path) ?? path
      const names = [...files.keys()].flatMap(name =>
        name !== real && isWithin(name, real) ? [name.slice(real.length).replace(/^\//, '').split('/')[0] ?? ''] : [],
      )
      return names.length === 0 && !isDirectory(real) ? null : [...new Set(names)].sort()
    },
    links: path =>
      facts.names(path)?.filter(name => {
        const file = files.get(resolvePath(facts.realPath(path) ?? path, name))
        return typeof file === 'object' && 'link' in file
      }) ?? null,
    ignored: path => ignored.some(root => isWithin(path, root)),
  }
  return facts
}

const resolveParts = (path: string, files: ReadonlyMap<string, MadeUpFile>): string => {
  let real = '/'
  for (const part of path.split('/')) real = part === '..' ? parentOf(real) : follow(resolvePath(real, part), files, 0)
  return real
}

function follow(path: string, files: ReadonlyMap<string, MadeUpFile>, depth: number): string {
  const file = files.get(path)
  return typeof file === 'object' && 'link' in file && depth < 40
    ? follow(resolvePath(parentOf(path), file.link), files, depth + 1)
    : path
}

/** A clock that moves only by `advance`. */
export function fakeClock(start = new Date('2026-01-01T00:00:00Z')): Clock & { advance(ms: number): void } {
  let now = start.getTime()
  const timers = new Set<{ readonly at: number; readonly then: () => void }>()
  return {
    now: () => new Date(now),
    after: (ms, then) => {
      const timer = { at: now + ms, then }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance: ms => {
      now += ms
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue
        timer.then()
      }
    },
  }
}

/** A typical place: a project in a home directory. */
export const madeUpPlace: Place = {
  session: 'test',
  cwd: '/home/dev/project',
  workspace: ['/home/dev/project'],
  home: '/home/dev',
  scratch: ['/tmp'],
  own: ['/home/dev/.config/sallyport', '/home/dev/.local/state/sallyport', '/etc/sallyport'],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
}
