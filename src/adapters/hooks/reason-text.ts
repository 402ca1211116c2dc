import { redact } from '../../audit/redaction/redact.ts'
import type { Verdict } from '../../core/verdict.ts'
import { replacedInput } from './client.ts'

const maxReasons = 3
const maxChars = 1_200

/** Why, in a few lines for the model and the person who reads along: the reasons that decided, and what to do instead. */
export function reasonText(verdict: Verdict): string {
  const { reasons, decision, code } = verdict
  const isUnasked = code === 'no_approver'
  // An answer without its question says nothing.
  const isAnswer = reasons.some(reason => reason.layer === 'approval')
  const decisive = reasons.filter(
    one => (one.decision === decision && !isUnasked) || (isAnswer && decision === 'deny' && one.decision === 'ask'),
  )
  const because = [...new Set(decisive.map(reason => reason.because))]
  const instead = [...new Set(decisive.flatMap(reason => reason.instead ?? []))]
  const more = because.length > maxReasons ? [`and ${because.length - maxReasons} more reasons`] : []
  const lines = [
    `Sallyport ${isUnasked ? unasked : verb[verdict.decision]}: ${because.slice(0, maxReasons).join('; ')}`,
    ...more,
    ...(replacedInput(verdict) === null ? [] : [replacementText(verdict)]),
    ...instead.slice(0, maxReasons).map(text => `Instead: ${text}`),
    ...(verdict.decision === 'allow' ? [] : verdict.advice),
    ...(isUnasked ? [howToApprove] : []),
  ]
  const { text } = redact(lines.join('\n'))
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

/** What runs in the place of the call; empty if nothing does. */
export const replacementText = ({ replacement }: Verdict): string =>
  replacement === null ? '' : `Not this runs but: ${replacement.instead} (rule \`${replacement.rule.id}\`)`

/** For a client that cannot ask about what would run in the place of the call: the agent may make that call itself. */
export const deniedReplacementText = ({ replacement }: Verdict): string =>
  `Sallyport blocks this: another command stands in its place, and that asks\nInstead: ${replacement?.instead}`

const verb = { allow: 'allows this', ask: 'asks about this', deny: 'blocks this' } as const
const unasked = 'blocks this until a person approves it'
const howToApprove =
  'This client cannot ask for you. Say what you want to run and why; a person can allow it in their policy or run it themselves.'
