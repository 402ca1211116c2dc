import { type Effect, isTouch } from '../../core/effect.ts'
import { isWithin, resolvePath } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import type { TreeChange, TrialDiff } from '../../trial/change.ts'

/** The words of a contained call. */
export interface NamingCall {
  readonly effects: readonly Effect[]
  /** Its shell text, or null. */
  readonly text: string | null
}

/**
 * The changes of a contained call without those temporary files that it does not name. INVARIANT: programs load code from caches
 * in temporary directories without being told, so a contained call leaves nothing there that a later reader would not see in it.
 */
export function withoutStrayScratch(diff: TrialDiff, call: NamingCall): TrialDiff {
  if (!diff.changes.some(isTemporary)) return diff
  const named = namedScratch(call)
  return {
    ...diff,
    changes: diff.changes.filter(change => !isTemporary(change) || isNamed(change, named)),
    conflicts: diff.conflicts.filter(path => !isWithin(path, root) || named.some(name => isWithin(path, name))),
  }
}

const root = '/tmp'

const isTemporary = ({ path }: TreeChange): boolean => isWithin(path, root)

function isNamed({ path, was, now }: TreeChange, named: readonly string[]): boolean {
  if (/cache/i.test(path)) return false
  // A new directory is needed for the file in it.
  const isNew = was === null && now?.kind === 'directory'
  return named.some(name => isWithin(path, name) || (isNew && isWithin(name, path)))
}

/** The temporary paths in the text of a call, in the words of its programs and in its effects. */
const namedScratch = ({ effects, text }: NamingCall): readonly string[] =>
  [...effects.flatMap(pathsOf), ...literalPaths(text ?? '')]
    .map(path => resolvePath('/', path))
    .filter(path => path !== root && isWithin(path, root))

function pathsOf(effect: Effect): readonly string[] {
  if (isTouch(effect)) return isKnown(effect.path) ? [effect.path] : []
  if (effect.kind !== 'run') return []
  return effect.args.flatMap(word => {
    if (!isKnown(word)) return []
    const value = word.replace(/^--?[\w-]+=/, '')
    const path = value.startsWith('/') || !isKnown(effect.cwd) ? value : resolvePath(effect.cwd, value)
    return [...(path.startsWith('/') ? [path] : []), ...literalPaths(word)]
  })
}

/** Temporary paths in shell text or in code. */
const literalPaths = (text: string): readonly string[] => text.match(/\/tmp\/[\w.@%+=:,/-]+/g) ?? []
