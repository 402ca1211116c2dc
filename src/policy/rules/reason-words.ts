import { isTouch, type Touch } from '../../core/effect.ts'
import { effectWords, worstWords } from '../../core/wording/effect-words.ts'
import type { Match } from './evaluate.ts'
import type { Subject } from './subject.ts'

/** The end of a reason: `mode \`ask\` asks first`. */
export const decides = { allow: 'allows it', ask: 'asks first', deny: 'denies it' } as const

/** A rule's reason: what happens, why that matters, and which rule decided. INVARIANT: no text of an untrusted file is in it. */
export function ruleWords({ match, trusted, subject, index }: Ruled): string {
  const { rule } = match.rule
  const words = ruledWords(subject, index)
  // One colon in a sentence is enough.
  const why = trusted && rule.because !== null ? `${words.includes(': ') ? ';' : ':'} ${rule.because}` : ''
  const by = trusted
    ? `rule \`${rule.id}\` ${decides[match.decision]}`
    : `an untrusted rule ${decides[match.decision]}, line ${rule.line} of the project's policy`
  const failed = match.errored ? '; the rule failed, so it counts as matched' : ''
  return `${words}${why} (${by}${failed})`
}

interface Ruled {
  readonly match: Match
  /** Whether the rule's file is trusted. */
  readonly trusted: boolean
  readonly subject: Subject
  readonly index: number
}

/** A mode's reason: the effect in words, its tier, and what the mode says about that tier. */
export function tierWords(subject: Subject, index: number, says: string): string {
  const effect = subject.effects[index]
  const words = effect === undefined ? toolWords(subject) : worstWords(effect, subject.effects)
  return `${words} (${effect?.tier ?? 'read'}; ${says})`
}

/** A boundary's reason: the path, where it is, and which policy decided. */
export const boundaryWords = (touch: Touch, subject: Subject, says: string): string =>
  `${effectWords(touch, subject.effects)}, ${outsideWords(touch)} (${says})`

/** A preset by its name, any other policy by its file. */
export function policyName(file: string): string {
  const preset = /\/presets\/([\w-]+)\.yaml$/.exec(file)?.[1]
  return preset === undefined ? `policy \`${file}\`` : `preset \`${preset}\``
}

/** The effect that a rule matched, with the label of a sensitive path; for a call without effects, the tool. */
function ruledWords(subject: Subject, index: number): string {
  const effect = subject.effects[index]
  if (effect === undefined) return toolWords(subject)
  const words = effectWords(effect, subject.effects)
  return isTouch(effect) && effect.sensitive !== null ? `${words} (${effect.sensitive})` : words
}

const toolWords = ({ call }: Subject): string => `calls the tool \`${call.tool}\``

function outsideWords({ zone }: Touch): string {
  if (zone === 'foreign') return "in another user's home"
  return zone === 'unknown' ? 'which may be outside the workspace' : 'outside the workspace'
}
