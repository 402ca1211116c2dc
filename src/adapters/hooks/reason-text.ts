import { redact } from '../../audit/redaction/redact.ts'
import type { Verdict } from '../../core/verdict.ts'
import { replacedInput } from './client.ts'

const maxReasons = 3
const maxChars = 1_200

/** The reasons that decided and the alternatives, in a few lines for the model and the person who reads along. */
export function reasonText(verdict: Verdict): string {
  const { reasons, decision, code } = verdict
  const needsApprover = code === 'no_approver'
  // A person's answer alone does not explain anything, so the question's reasons are shown with it.
  const isAnswer = reasons.some(reason => reason.layer === 'approval')
  const decisive = reasons.filter(
    one => (one.decision === decision && !needsApprover) || (isAnswer && decision === 'deny' && one.decision === 'ask'),
  )
  const because = [...new Set(decisive.map(reason => reason.because))]
  const instead = [...new Set(decisive.flatMap(reason => reason.instead ?? []))]
  const more = because.length > maxReasons ? [`and ${because.length - maxReasons} more reasons`] : []
  const lines = [
    `Sallyport ${needsApprover ? waits : verb[verdict.decision]}: ${because.slice(0, maxReasons).join('; ')}`,
    ...more,
    ...(replacedInput(verdict) === null ? [] : [replacementText(verdict)]),
    ...instead.slice(0, maxReasons).map(text => `Instead: ${text}`),
    ...(verdict.decision === 'allow' ? [] : verdict.advice),
    ...(needsApprover ? [howToApprove] : []),
  ]
  const { text } = redact(lines.join('\n'))
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

/** Says which command replaces the call; empty if the call is not replaced. */
export const replacementText = ({ replacement }: Verdict): string =>
  replacement === null ? '' : `Running \`${replacement.instead}\` instead (rule \`${replacement.rule.id}\`)`

/** For a client that cannot ask about a replaced call: the agent may call the replacement itself. */
export const deniedReplacementText = ({ replacement }: Verdict): string =>
  `Sallyport blocks this: a rule replaces it, and the replacement needs approval\nInstead: ${replacement?.instead}`

const verb = { allow: 'allows this', ask: 'asks about this', deny: 'blocks this' } as const
const waits = 'blocks this until a person approves it'
const howToApprove =
  'This client cannot show a prompt. Tell the user what you want to run and why; they can allow it in their policy or run it themselves.'
