import { matchWildcard } from '../../core/glob.ts'
import { baseName, parentOf, resolvePath } from '../../core/path.ts'
import { type Hole, isKnown, type Word, yieldsNames } from '../../core/word.ts'
import { isProtected, protectedNames } from '../../guard/protected.ts'
import type { Frame } from './frame.ts'
import { places } from './scope.ts'

const maxNames = 256

/**
 * How many directories a pattern is looked up in, and how many names one level of it is compared with. Directories beyond
 * that count as unreadable: links to a parent make a tree endless.
 */
const mostDirectories = 2_048
const namesOfLevel = 4_096

/**
 * The names that a glob matches: those in the real directory if it can be listed, plus the glob itself if the command may
 * have created others. Without a listing: the glob and the protected names that match it, so that `/etc/shado?` counts as
 * `/etc/shadow`.
 */
export function expandGlob(word: Word, frame: Frame): readonly Word[] {
  if (isKnown(word) || !word.parts.some(isGlob) || !word.parts.every(part => typeof part === 'string' || isGlob(part)))
    return [word]
  if (frame.where.at !== 'local' || frame.recorder.isFull()) return [word]
  const pattern = word.parts
    .map(part => (typeof part === 'string' ? part.replaceAll(/[*?[\]]/g, '?') : wildcard(part.hole)))
    .join('')
  const from = places(frame.scope)
  if (!from.every(isKnown)) return [word]
  const found = from.flatMap(cwd => expandFrom(cwd, pattern, frame))
  const isSure =
    found.every(one => one.sure) && from.length === 1 && frame.scope.usualGlobs && !frame.recorder.hasChanged()
  const words = found.map(one => one.path).filter(path => path !== '')
  return isSure && words.length > 0 ? words : [word, ...words]
}

/** Whether a hole is one file name even inside quotes: a single name, or the variable of a loop over a glob. */
export const isOneName = (part: Hole): boolean => (part.yields !== 'files' && yieldsNames(part)) || isGlob(part)

const expandFrom = (cwd: string, pattern: string, frame: Frame): readonly Found[] =>
  expandParts(
    pattern.startsWith('/') ? '/' : '',
    pattern.split('/').filter(part => part !== ''),
    frame,
    cwd,
  )

/** Names that a substitution lists are not patterns. */
const isGlob = (part: string | Hole): boolean =>
  typeof part !== 'string' && part.yields === 'files' && /^[*?[@+!]/.test(part.hole)

/** Brackets and extended globs match any text here: matching too much is safe. */
const wildcard = (glob: string): string => (glob === '?' ? '?' : '*')

const isPattern = (part: string): boolean => /[*?]/.test(part)

interface Found {
  readonly path: string
  /** Whether the file system confirmed the name. */
  readonly sure: boolean
}

function expandParts(start: string, parts: readonly string[], frame: Frame, cwd: string): readonly Found[] {
  let found: readonly Found[] = [{ path: start, sure: true }]
  let directories = 0
  const lastPattern = parts.findLastIndex(isPattern)
  for (const [level, part] of parts.entries()) {
    const next: Found[] = []
    let compared = 0
    for (const { path, sure } of found) {
      // Names below an unknown directory are unknown too.
      if (path === '' && !sure) {
        next.push({ path, sure })
        continue
      }
      const at = path === '' ? '' : path.endsWith('/') ? path : `${path}/`
      if (!isPattern(part)) next.push({ path: at + part, sure })
      else if (compared > namesOfLevel || directories >= mostDirectories) next.push({ path: '', sure: false })
      else {
        const names = frame.world.facts.names(resolvePath(cwd, path === '' ? '.' : path))
        directories += 1
        compared += names?.length ?? 0
        frame.recorder.look(names?.length ?? 0)
        const fitting = (names ?? guesses(part)).filter(name => fits(part, name))
        // Pushed one by one: a directory may hold more names than a function takes arguments.
        for (const name of fitting) next.push({ path: at + name, sure: sure && names !== null })
        if (names === null && fitting.length === 0) next.push({ path: '', sure: false })
      }
    }
    const named = next.filter(one => one.path !== '' || !one.sure)
    found = named.length > maxNames ? thinned(named, level < lastPattern, frame, cwd) : named
  }
  return found
}

/**
 * When a directory holds too many names: keeps the protected names and the links, so that no crowd hides `.env`. If the
 * pattern continues below them, keeps a sample of the others too, since any of them may contain a protected name.
 */
function thinned(names: readonly Found[], isWay: boolean, frame: Frame, cwd: string): readonly Found[] {
  const links = linksAmong(names, frame, cwd)
  const kept = names.filter(({ path }) => {
    const whole = resolvePath(cwd, path)
    return protectedNames.has(baseName(path)) || links.has(whole) || isProtected(whole, frame.world)
  })
  const every = Math.ceil(names.length / maxNames)
  const others = isWay ? names.filter((_, at) => at % every === 0) : [{ path: '', sure: false }]
  return [...kept, ...others].slice(0, 2 * maxNames).map(({ path }) => ({ path, sure: false }))
}

function linksAmong(names: readonly Found[], frame: Frame, cwd: string): ReadonlySet<string> {
  const directories = new Set(names.map(({ path }) => parentOf(resolvePath(cwd, path))))
  const links = [...directories].flatMap(directory =>
    (frame.world.facts.links(directory) ?? []).map(name => resolvePath(directory, name)),
  )
  return new Set(links)
}

/** A leading dot must be written out, as in bash. */
const fits = (pattern: string, name: string): boolean =>
  (name.startsWith('.') ? pattern.startsWith('.') : true) && matchWildcard(pattern, name)

/** A pattern may mean one certain file only if it begins with a literal letter. */
const guesses = (pattern: string): readonly string[] =>
  /^[*?]/.test(pattern) || pattern === '.*' ? [] : (protectedByLetter.get(pattern.charAt(0)) ?? [])

/** The protected names by their first letter, so that a command with many patterns compares few. */
const protectedByLetter: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(new Set(Array.from(protectedNames, name => name.charAt(0))), letter => [
    letter,
    [...protectedNames].filter(name => name.startsWith(letter)),
  ]),
)
