import type { Place } from '../core/call.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import { rememberLimit } from '../policy/rules/remember.ts'
import type { Settled } from './settle.ts'

export interface StandingQuestion {
  /** Why the run may type into the session unasked; null if it may not. */
  readonly approved: string | null
  readonly verdict: Verdict
  readonly place: Place
  readonly policies: Policies
}

/**
 * The answer of an exec session that the run has started or been approved for (C11). It answers asks and nothing else: not
 * the floor's, none that a rule wants asked each time, and none where a person wanted more questions or nobody watches.
 */
export function standingAnswer({ approved, verdict, place, policies }: StandingQuestion): Settled | null {
  if (approved === null || place.careful || place.automation) return null
  const asks = verdict.reasons.filter(({ decision }) => decision === 'ask')
  if (asks.some(({ layer }) => layer === 'floor') || rememberLimit(policies, asks) === 'no') return null
  return { decision: 'approved', by: approved, reason: 'cached' }
}
