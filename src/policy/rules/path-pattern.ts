import type { Place } from '../../core/call.ts'
import type { Touch } from '../../core/effect.ts'
import { compileGlob, type Glob, hasWildcard, literalPrefix } from '../../core/glob.ts'
import { isWithin, resolvePath } from '../../core/path.ts'
import { isKnown, knownPrefix } from '../../core/word.ts'
import { sensitivity } from '../../guard/sensitive.ts'

/**
 * A path in a rule: absolute, below `~`, or below the workspace. Without a wildcard it also covers everything below it;
 * a single name without a slash matches at any depth, as in `.gitignore`.
 */
export interface PathPattern {
  readonly root: 'absolute' | 'home' | 'workspace' | 'name'
  /** Relative to its root, no leading slash. */
  readonly text: string
  readonly glob: Glob | null
  /** The directory that contains all its matches, relative to its root. */
  readonly directory: string
  /** Whether the pattern is a sensitive path once its wildcards are removed: only then does it name a secret. */
  readonly namesSecret: boolean
}

export function compilePathPattern(pattern: string): PathPattern {
  const root = pattern.startsWith('/')
    ? 'absolute'
    : pattern === '~' || pattern.startsWith('~/')
      ? 'home'
      : pattern.includes('/') || pattern === '.'
        ? 'workspace'
        : 'name'
  const relative = root === 'absolute' ? pattern.slice(1) : root === 'home' ? pattern.slice(2) : pattern
  const text = resolvePath('/', relative).slice(1)
  const glob = hasWildcard(text) ? compileGlob(text) : null
  const literal = literalPrefix(text)
  return {
    root,
    text,
    glob,
    directory: glob === null ? text : literal.slice(0, Math.max(literal.lastIndexOf('/'), 0)),
    namesSecret: sensitivity(`/${text.replaceAll(/[*?]/g, '')}`, 'change') !== null,
  }
}

/** A touched path in the forms that patterns compare: absolute, and relative to home and workspace if it is below them. */
export interface PathSubject {
  readonly absolute: string
  readonly home: string | null
  readonly workspace: string | null
  readonly recursive: boolean
  /** Its location is only known at run time. */
  readonly uncertain: boolean
}

export function pathSubject(touch: Touch, place: Place): PathSubject {
  const absolute = isKnown(touch.path)
    ? touch.path
    : touch.path.parts.map(part => (typeof part === 'string' ? part : '*')).join('')
  const root = place.workspace.find(one => isWithin(absolute, one))
  return {
    absolute: absolute.slice(1),
    home: isWithin(absolute, place.home) ? absolute.slice(place.home.length + 1) : null,
    workspace: root === undefined ? null : absolute.slice(root.length + 1),
    recursive: touch.recursive,
    uncertain: !isKnown(touch.path) && (touch.zone === 'unknown' || knownPrefix(touch.path) === ''),
  }
}

/** `exact` is for an allow; otherwise a recursive touch of a directory also matches a pattern for a path below it. */
export function matchesPath(pattern: PathPattern, subject: PathSubject, exact: boolean): boolean {
  if (subject.uncertain) return !exact && pattern.text === '**'
  const text = relativeTo(pattern, subject, exact)
  if (text === null) return false
  if (pattern.root === 'name')
    return text.split('/').some(part => (pattern.glob === null ? part === pattern.text : pattern.glob(part)))
  if (pattern.glob === null ? isBelow(text, pattern.text) : pattern.glob(text)) return true
  return !exact && subject.recursive && isBelow(pattern.directory, text)
}

function relativeTo(pattern: PathPattern, subject: PathSubject, exact: boolean): string | null {
  switch (pattern.root) {
    case 'absolute':
      return subject.absolute
    case 'home':
      return subject.home
    case 'workspace':
      return subject.workspace
    case 'name':
      return exact ? subject.workspace : subject.absolute
  }
}

const isBelow = (text: string, root: string): boolean => root === '' || text === root || text.startsWith(`${root}/`)

/** Whether an allow with this pattern covers paths outside the workspace: `/**` or a whole home does not. */
export const namesOutside = (pattern: PathPattern): boolean =>
  (pattern.root === 'absolute' && pattern.directory.includes('/')) ||
  (pattern.root === 'home' && pattern.directory !== '')
