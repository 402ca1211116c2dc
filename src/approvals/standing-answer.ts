import type { Place } from '../core/call.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Settled } from './settle.ts'

/**
 * The answer of an exec session that the run has started or been approved for (C11). It answers asks and nothing else: not
 * the floor's or the organisation's, and none where a person wanted more questions or nobody watches.
 */
export function standingAnswer(approved: string | null, { reasons }: Verdict, place: Place): Settled | null {
  if (approved === null || place.careful || place.automation) return null
  const isAbove = reasons.some(
    ({ decision, layer }) => decision === 'ask' && (layer === 'floor' || layer === 'organisation'),
  )
  return isAbove ? null : { decision: 'approved', by: approved, reason: 'cached' }
}
