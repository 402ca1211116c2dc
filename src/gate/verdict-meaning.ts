import { meaningUnder } from '../core/allow-meaning.ts'
import type { Verdict } from '../core/verdict.ts'
import type { JudgedCall } from './judged-call.ts'

/**
 * The verdict with what its allow tells the client. INVARIANT: an allow skips the client's own checks only if the client's mode or a
 * policy says so, or if a person has just approved this very call. A grant is not enough: it answers Sallyport's question, like a rule.
 */
export function withMeaning(
  verdict: Verdict,
  { policies, checking }: Pick<JudgedCall, 'policies' | 'checking'>,
): Verdict {
  const { decision, watched, meaning: answered } = verdict
  if (decision !== 'allow') return verdict
  const byClient = checking.allows === null ? null : (answered ?? checking.allows)
  return { ...verdict, meaning: watched === null ? meaningUnder(policies.allow, byClient) : 'no-objection' }
}
