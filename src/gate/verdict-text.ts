import { redact } from '../audit/redaction/redact.ts'
import { decidingReasons } from '../core/danger.ts'
import type { Verdict } from '../core/verdict.ts'
import { sentence } from '../core/wording/sentence.ts'

const maxChars = 600

/**
 * One line on a verdict for the model: what was decided, why, and what to do instead.
 *
 * @example
 * verdictText(gate.judge({ tool: 'Bash', input: { command: 'git push --force' } }))
 */
export function verdictText(verdict: Verdict): string {
  if (verdict.decision === 'allow') return 'Allowed.'
  const instead = decidingReasons(verdict).find(reason => reason.instead !== null)?.instead
  const parts = [...why(verdict), ...(instead == null ? [] : [`instead: ${instead}`]), ...verdict.advice.slice(0, 1)]
  const { text } = redact(`${words[verdict.decision]}: ${parts.map(withoutStop).join('; ')}.`)
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`
}

/** The subject of a question and its answer, or the rule that denies. */
function why(verdict: Verdict): readonly string[] {
  const answer = verdict.reasons.find(({ layer }) => layer === 'approval')
  const deciding = decidingReasons(verdict)
  const isQuestion = deciding.some(({ decision }) => decision === 'ask')
  const first = isQuestion ? lowerCase(sentence(verdict)) : (deciding[0]?.because ?? 'no reason is known')
  return answer === undefined || answer === deciding[0] ? [first] : [first, answer.because]
}

const words = { ask: 'Needs approval', deny: 'Denied' } as const

const lowerCase = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

const withoutStop = (text: string): string => text.replace(/\.$/, '')
