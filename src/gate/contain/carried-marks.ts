import type { Place } from '../../core/call.ts'
import { type Effect, isTouch, type Touch } from '../../core/effect.ts'
import { isWithin } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'

/**
 * The paths that get the bytes of marked files if a call runs that no fence contains: copies, moves, links, unpacked archives. They must be
 * marked too. A workspace that has a marked file is left out, because all its code counts as marked already.
 */
export function carriedMarks(
  effects: readonly Effect[],
  marks: readonly string[],
  { workspace }: Pick<Place, 'workspace'>,
): readonly string[] {
  const isMarked = (path: string) => marks.some(mark => isWithin(path, mark))
  const isTaken = (path: string) => isMarked(path) || marks.some(mark => isWithin(mark, path))
  if (!effects.some(effect => takesBytes(effect) && isKnown(effect.path) && isTaken(effect.path))) return []
  const markedRoots = workspace.filter(isTaken)
  return [...new Set(targetsOf(effects))].filter(
    path => !isMarked(path) && !markedRoots.some(root => isWithin(path, root)),
  )
}

/** Whether a call could carry marks at all; most calls only read or only write. */
export const mayCarry = (effects: readonly Effect[]): boolean =>
  effects.some(takesBytes) && targetsOf(effects).length > 0

const takesBytes = (effect: Effect): effect is Touch =>
  isTouch(effect) &&
  effect.where.at === 'local' &&
  (effect.kind === 'read' || (effect.kind === 'delete' && effect.how === 'move'))

/** The paths that a call writes to. A program that writes may not say where, such as `git apply`: then it is its directory. */
function targetsOf(effects: readonly Effect[]): readonly string[] {
  const here = effects.filter(({ where }) => where.at === 'local')
  const written = here.flatMap(effect => (effect.kind === 'write' && isKnown(effect.path) ? [effect.path] : []))
  if (written.length > 0) return written
  return here.flatMap(effect =>
    effect.kind === 'run' && effect.tier === 'write' && isKnown(effect.cwd) ? [effect.cwd] : [],
  )
}
