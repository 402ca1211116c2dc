import type { Decision } from '../core/decision.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import type { ApprovalDecided, CallJudged, CallRequested, JournalEvent, SecurityViolation } from './event.ts'

/** The names of an event in the systems whose documents Sallyport follows (C32). */
export interface EventNames {
  /** leashd's event, and the `event` of its audit file (R138). */
  readonly leashd: string | null
  readonly leashdAudit: string | null
  readonly skillsRuntime: string | null
  readonly letsgo: string | null
}

export const eventNames: { readonly [type in JournalEvent['type']]: EventNames } = {
  tool_call_requested: {
    leashd: 'TOOL_GATED',
    leashdAudit: null,
    skillsRuntime: 'tool_call_requested',
    letsgo: 'tool:pre',
  },
  tool_call_replaced: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  security_violation: {
    leashd: null,
    leashdAudit: 'security_violation',
    skillsRuntime: null,
    letsgo: null,
  },
  approval_requested: {
    leashd: null,
    leashdAudit: null,
    skillsRuntime: 'approval_requested',
    letsgo: null,
  },
  approval_decided: {
    leashd: null,
    leashdAudit: 'approval',
    skillsRuntime: 'approval_decided',
    letsgo: null,
  },
  // leashd's name depends on the decision: see `decisionNames`.
  tool_call_judged: { leashd: null, leashdAudit: 'tool_attempt', skillsRuntime: null, letsgo: null },
  tool_call_started: { leashd: null, leashdAudit: null, skillsRuntime: 'tool_call_started', letsgo: null },
  fence_denied: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  trial_ended: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  trial_undone: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  tool_call_finished: { leashd: null, leashdAudit: null, skillsRuntime: 'tool_call_finished', letsgo: null },
  run_started: { leashd: null, leashdAudit: null, skillsRuntime: 'run_started', letsgo: null },
  run_completed: { leashd: null, leashdAudit: null, skillsRuntime: 'run_completed', letsgo: null },
  run_failed: { leashd: null, leashdAudit: null, skillsRuntime: 'run_failed', letsgo: null },
  run_cancelled: { leashd: null, leashdAudit: null, skillsRuntime: 'run_cancelled', letsgo: null },
  policy_loaded: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  policy_warned: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
  setting_changed: { leashd: null, leashdAudit: null, skillsRuntime: null, letsgo: null },
}

/** The names of a decision: leashd's last event of a call, its policy word, and its verdicts in audit files (R141). */
export const decisionNames: {
  readonly [decision in Decision]: {
    readonly leashdEvent: string | null
    readonly leashd: string
    readonly skillsRuntime: string
    readonly letsgo: string
  }
} = {
  allow: { leashdEvent: 'TOOL_ALLOWED', leashd: 'allow', skillsRuntime: 'allow', letsgo: 'allowed' },
  ask: { leashdEvent: null, leashd: 'require_approval', skillsRuntime: 'ask', letsgo: 'gated' },
  deny: { leashdEvent: 'TOOL_DENIED', leashd: 'deny', skillsRuntime: 'deny', letsgo: 'denied' },
}

/** leashd's name for an event; null if it has none. */
export function leashdName(event: JournalEvent): string | null {
  return event.type === 'tool_call_judged' ? decisionNames[event.decision].leashdEvent : eventNames[event.type].leashd
}

/** leashd's audit entry for a judged call. `requested` is the call's first event. */
export function toolAttempt(requested: CallRequested, judged: CallJudged): JsonObject {
  return {
    ...entry('tool_attempt', judged),
    tool_input: isObject(requested.request) ? requested.request : {},
    classification: requested.tier,
    decision: decisionNames[judged.decision].leashd,
  }
}

export function approvalEntry(decided: ApprovalDecided): JsonObject {
  const approved = decided.decision === 'approved' || decided.decision === 'approved_for_session'
  return { ...entry('approval', decided), approved, user_id: decided.by }
}

export function violationEntry(violation: SecurityViolation): JsonObject {
  return { ...entry('security_violation', violation), reason: violation.reason, risk_level: violation.risk }
}

function entry(
  event: string,
  of: { readonly at: string; readonly session: string; readonly tool: string },
): JsonObject {
  return { event, timestamp: of.at, session_id: of.session, tool_name: of.tool }
}
