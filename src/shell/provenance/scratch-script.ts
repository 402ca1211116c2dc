import type { Effect, Touch } from '../../core/effect.ts'
import { isWithin } from '../../core/path.ts'
import { isKnown, type Word } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'
import { locateAll } from '../frame/touch.ts'
import { introducedAt, keepsText } from './introduced-code.ts'

/**
 * What a script in scratch space says, that lay there before this call: an agent's own of some time ago, or anybody's. It is
 * nobody's project, so all of it is read as if it stood in the call; null where that cannot be done.
 */
export function scratchText(touches: readonly Touch[], frame: Frame): string | null {
  const [touch, ...others] = touches
  if (touch === undefined || others.length > 0 || touch.zone !== 'scratch' || frame.where.at !== 'local') return null
  const { path } = touch
  return isKnown(path) && isUntouched(path, frame) ? frame.world.facts.text(path) : null
}

/** Whether nothing in this call has changed what lies there, or may have. */
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

/** `/tmp/run.sh`: the words that the system starts for a script in scratch space, as its first line says; null for any other. */
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
