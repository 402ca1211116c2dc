import type { Place } from '../core/call.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import { rememberLimit } from '../policy/rules/remember.ts'
import type { Settled } from './settle.ts'

export interface StandingQuestion {
  /** Why the run may type into the session without a prompt; null if it may not. */
  readonly approved: string | null
  readonly verdict: Verdict
  readonly place: Place
  readonly policies: Policies
}

/**
 * The answer for typing into an exec session that the run started or was approved for (C11). It does not answer asks of
 * the floor or of rules that ask each time, and it does not count in careful mode or in automation.
 */
export function standingAnswer({ approved, verdict, place, policies }: StandingQuestion): Settled | null {
  if (approved === null || place.careful || place.automation) return null
  const asks = verdict.reasons.filter(({ decision }) => decision === 'ask')
  if (asks.some(({ layer }) => layer === 'floor') || rememberLimit(policies, asks) === 'no') return null
  return { decision: 'approved', by: approved, reason: 'cached' }
}
