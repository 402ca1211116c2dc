import type { ApprovalOutcome } from '../audit/event.ts'

/** `ApprovalDecision`: the four ways in which an approval ends (R73). */
export const ApprovalDecision = {
  APPROVED: 'approved',
  APPROVED_FOR_SESSION: 'approved_for_session',
  DENIED: 'denied',
  ABORT: 'abort',
} as const satisfies Record<string, ApprovalOutcome>
