import type { World } from '../../core/call.ts'
import type { Effect, Touch } from '../../core/effect.ts'
import { matchWildcard } from '../../core/glob.ts'
import { baseName, isWithin, parentOf } from '../../core/path.ts'
import type { Tier } from '../../core/tier.ts'
import { isKnown, knownPrefix, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/** The `how` of a delete that is really a rename or move. */
export const moved = 'move'

/**
 * The tier of a delete. A path that did not exist when the call began can only lose files that the call itself moved there.
 */
export function deleteTier(touch: Touch, { recorder, world }: Frame): Tier {
  if (isMovedThere(touch.path, recorder.effects)) return 'destructive'
  if (touch.zone !== 'workspace' || touch.where.at !== 'local') return touch.tier
  const pattern = asPattern(touch.path)
  if (pattern === null) return touch.tier
  const isNothing =
    wasMissing(pattern, world) || wasEmpty(pattern, world) || isSpared(pattern, touch, recorder.effects, world)
  return isNothing ? 'write' : touch.tier
}

/** `rmdir` fails on a directory with files in it. */
function isSpared(path: string, { by }: Touch, effects: readonly Effect[], { facts }: World): boolean {
  const run = by === null ? undefined : effects[by]
  if (run?.kind !== 'run' || run.code !== 'known' || run.program !== 'rmdir') return false
  return facts.kind(path) === 'directory' && facts.realPath(path) === path
}

/** The path with a `*` for every pattern in its last name; too wide a pattern errs on the safe side. */
function asPattern(path: Word): string | null {
  if (isKnown(path)) return path
  const [directory, ...names] = path.parts
  if (typeof directory !== 'string' || !directory.includes('/')) return null
  const isName = names.every(part => (typeof part === 'string' ? !part.includes('/') : part.fits === true))
  return isName ? [directory, ...names].map(part => (typeof part === 'string' ? part : '*')).join('') : null
}

/** `mv src /tmp/x && rm -rf /tmp/x`: the deleted path may hold the files that an earlier run moved there. */
function isMovedThere(path: Word, effects: readonly Effect[]): boolean {
  const movers = moversAmong(effects)
  if (movers.size === 0) return false
  const place = certainPart(path)
  return effects.some(effect => {
    if (effect.kind !== 'write' || !movers.has(effect.by)) return false
    const written = certainPart(effect.path)
    return isWithin(place, written) || isWithin(written, place)
  })
}

interface Movers {
  readonly found: Set<number | null>
  /** How many effects were searched. */
  searched: number
}

/** The runs that move files. Each delete asks, so only the effects since the last one are searched. */
function moversAmong(effects: readonly Effect[]): ReadonlySet<number | null> {
  const movers: Movers = moversOf.get(effects) ?? { found: new Set(), searched: 0 }
  moversOf.set(effects, movers)
  for (; movers.searched < effects.length; movers.searched += 1) {
    const effect = effects[movers.searched]
    if (effect?.kind === 'delete' && effect.how === moved) movers.found.add(effect.by)
  }
  return movers.found
}

const moversOf = new WeakMap<readonly Effect[], Movers>()

/** The path itself, or the directory that contains its holes. */
const certainPart = (path: Word): string => folded(isKnown(path) ? path : parentOf(knownPrefix(path)))

/** Decided by the nearest readable directory upwards: everything below a missing directory is missing too. */
function wasMissing(path: string, world: World): boolean {
  const { facts, place } = world
  const directory = parentOf(path)
  const names = facts.names(directory)
  if (names !== null) return !isNamed(folded(baseName(path)), foldedNames(names))
  // A missing workspace proves nothing: the directory above it is not inspected.
  const isBelow = place.workspace.some(root => root !== directory && isWithin(directory, root))
  return isBelow && facts.kind(directory) === 'missing' && wasMissing(directory, world)
}

function isNamed(pattern: string, names: ReadonlySet<string>): boolean {
  if (!/[*?]/.test(pattern)) return names.has(pattern)
  for (const name of names) if (matchWildcard(pattern, name)) return true
  return false
}

/** Folds each directory's names once, no matter how many targets are in it. */
const foldedBefore = new WeakMap<readonly string[], ReadonlySet<string>>()

function foldedNames(names: readonly string[]): ReadonlySet<string> {
  const known = foldedBefore.get(names)
  if (known !== undefined) return known
  const made = new Set(names.map(folded))
  foldedBefore.set(names, made)
  return made
}

/** An empty directory; never true for a pattern. */
const wasEmpty = (path: string, { facts }: World): boolean =>
  facts.names(path)?.length === 0 && facts.realPath(path) === path

/** Some file systems treat `SRC` as `src`. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase()
