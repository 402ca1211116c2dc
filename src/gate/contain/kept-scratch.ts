import { type Effect, isTouch } from '../../core/effect.ts'
import { ok } from '../../core/fault.ts'
import { isWithin, resolvePath } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import type { TreeChange, TrialDiff } from '../../trial/change.ts'
import type { OpenTrial } from '../trial-port.ts'

/** The words of a contained call. */
export interface NamingCall {
  readonly effects: readonly Effect[]
  /** Its shell text, or null. */
  readonly text: string | null
}

/** The temporary files that a contained call may leave behind. */
export interface KeptScratch {
  /** Temporary paths that the call names. */
  readonly named: readonly string[]
  /** A workspace can lie in the directory for temporary files; its own files are no temporary ones. */
  readonly workspace: readonly string[]
}

/**
 * The same trial without the changes of temporary files that the call does not name. INVARIANT: programs load code from caches in
 * temporary directories without being told, so a contained call leaves nothing there that a later reader would not see in it.
 */
export const withoutStrays = <T extends Pick<OpenTrial, 'diff'>>(trial: T, kept: KeptScratch): T => ({
  ...trial,
  diff: async () => {
    const read = await trial.diff()
    return read.ok ? ok(withoutStrayScratch(read.value, kept)) : read
  },
})

export function withoutStrayScratch(diff: TrialDiff, { named, workspace }: KeptScratch): TrialDiff {
  const isTemporary = (path: string): boolean => isWithin(path, root) && !workspace.some(own => isWithin(path, own))
  return {
    ...diff,
    changes: diff.changes.filter(change => !isTemporary(change.path) || isNamed(change, named)),
    conflicts: diff.conflicts.filter(path => !isTemporary(path) || named.some(name => isWithin(path, name))),
  }
}

const root = '/tmp'

function isNamed({ path, was, now }: TreeChange, named: readonly string[]): boolean {
  if (/cache/i.test(path)) return false
  // A new directory is needed for the file in it.
  const isNew = was === null && now?.kind === 'directory'
  return named.some(name => isWithin(path, name) || (isNew && isWithin(name, path)))
}

/** The temporary paths in the text of a call, in the words of its programs and in its effects. */
export const namedScratch = ({ effects, text }: NamingCall): readonly string[] =>
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
