import type { Effect, Touch } from '../../core/effect.ts'
import { isWithin } from '../../core/path.ts'
import { isKnown, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { locateAll } from '../frame/touch.ts'
import { introducedAt, keepsText } from './introduced-code.ts'

/**
 * The text of a script in scratch space that existed before this call. Its author is unknown and it is not project code, so
 * all of it is analysed as if it were part of the call; null if that is impossible.
 */
export function scratchText(touches: readonly Touch[], frame: Frame): string | null {
  const [touch, ...others] = touches
  if (touch === undefined || others.length > 0 || touch.zone !== 'scratch' || frame.where.at !== 'local') return null
  const { path } = touch
  return isKnown(path) && isUntouched(path, frame) ? frame.world.facts.text(path) : null
}

/** Whether nothing in this call has changed, or may have changed, the file. */
function isUntouched(path: string, { recorder: { effects } }: Frame): boolean {
  const mayReach = (effect: Effect): boolean =>
    (effect.kind === 'write' || effect.kind === 'delete') &&
    effect.where.at === 'local' &&
    (!isKnown(effect.path) || isWithin(path, effect.path)) &&
    !keepsText(effect, effects)
  return !effects.some(mayReach)
}

interface ScriptWords {
  readonly program: Word
  readonly args: readonly Word[]
}

/**
 * The command line that the system runs for a script in scratch space such as `/tmp/run.sh`, from its first line; null for
 * any other program.
 */
export function scriptWords(program: Word, frame: Frame): ScriptWords | null {
  if (!isKnown(program) || !program.includes('/') || frame.where.at !== 'local') return null
  const touches = locateAll({ kind: 'read', path: program, how: 'program' }, frame)
  if (!touches.every(({ zone }) => zone === 'scratch')) return null
  const brought = touches.flatMap(({ path }) => (isKnown(path) ? (introducedAt(path, frame) ?? []) : []))
  const text = brought.length > 0 ? (brought[0]?.text ?? null) : scratchText(touches, frame)
  const interpreter = text === null ? undefined : firstLine.exec(text)?.[1]
  return interpreter === undefined || touches.length > 1 ? null : { program: interpreter, args: [program] }
}

const firstLine = /^#!\s*(?:\/usr)?(?:\/local)?\/bin\/(?:env\s+)?(bash|sh|dash|zsh|python3?|node)[ \t]*\n/
