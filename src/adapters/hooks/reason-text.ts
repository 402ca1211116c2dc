import { redact } from '../../audit/redact.ts'
import type { Verdict } from '../../core/verdict.ts'

const maxReasons = 3
const maxChars = 1_200

/** Why, in a few lines for the model and the person who reads along: the reasons that decided, and what to do instead. */
export function forModel(verdict: Verdict): string {
  const { reasons, decision } = verdict
  // An answer without its question says nothing.
  const isAnswer = reasons.some(reason => reason.layer === 'approval')
  const decisive = reasons.filter(
    one => one.decision === decision || (isAnswer && decision === 'deny' && one.decision === 'ask'),
  )
  const because = [...new Set(decisive.map(reason => reason.because))]
  const instead = [...new Set(decisive.flatMap(reason => reason.instead ?? []))]
  const more = because.length > maxReasons ? [`and ${because.length - maxReasons} more reasons`] : []
  const lines = [
    `Sallyport ${verb[verdict.decision]}: ${because.slice(0, maxReasons).join('; ')}`,
    ...more,
    ...instead.slice(0, maxReasons).map(text => `Instead: ${text}`),
    ...(verdict.decision === 'allow' ? [] : verdict.advice),
  ]
  const { text } = redact(lines.join('\n'))
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

const verb = { allow: 'allows this', ask: 'asks about this', deny: 'blocks this' } as const
