import { redact } from '../audit/redaction/redact.ts'
import type { Verdict } from '../core/verdict.ts'

const maxChars = 600

/**
 * One sentence on a verdict for the model: what was decided, why, and what to do instead.
 *
 * @example
 * verdictText(gate.judge({ tool: 'Bash', input: { command: 'git push --force' } }))
 */
export function verdictText({ decision, reasons, advice }: Verdict): string {
  if (decision === 'allow') return 'Allowed.'
  const decisive = reasons.find(reason => reason.decision === decision && reason.layer !== 'approval')
  // A person's answer alone does not explain anything, so the reason for the question is shown with it.
  const asked = reasons.find(reason => reason.decision === 'ask')
  const answer = reasons.find(reason => reason.decision === decision && reason.layer === 'approval')
  const because = decisive ?? asked
  const parts = [
    because?.because,
    answer?.because,
    because?.instead == null ? undefined : `instead: ${because.instead}`,
  ]
  const said = [...parts, ...advice.slice(0, 1)].filter(part => part !== undefined && part !== '').join('; ')
  const { text } = redact(`${words[decision]}: ${said === '' ? 'no reason is known' : said}.`)
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

const words = { ask: 'Needs approval', deny: 'Denied' } as const
