import type { Decision } from '../core/decision.ts'
import type { Code, ErrorKind } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Risk } from '../core/risk.ts'
import type { Tier } from '../core/tier.ts'
import type { Reason, RuleRef } from '../core/verdict.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { FenceProfile } from '../fence/profile.ts'

/** What the journal holds and what listeners hear: one stream, in this order for each call (R134, R135). */
export type JournalEvent =
  | CallRequested
  | CallReplaced
  | SecurityViolation
  | ApprovalRequested
  | ApprovalDecided
  | CallJudged
  | CallStarted
  | CallFinished
  | RunStarted
  | RunEnded
  | PolicyLoaded
  | PolicyWarned
  | SettingChanged

/** What every event of a call carries. */
interface OfCall {
  readonly session: string
  /** Sallyport's id of the call, and the client's own if it gave one. */
  readonly call: string
  readonly clientCall: string | null
  readonly agents: readonly string[]
  readonly tool: string
  /** ISO 8601, UTC (R140). */
  readonly at: string
}

export interface CallRequested extends OfCall {
  readonly type: 'tool_call_requested'
  readonly key: string
  /** Sanitised by the tool's descriptor; redacted and cut before it is written. */
  readonly request: JsonObject
  readonly cwd: string
  readonly workspace: readonly string[]
  /** Whether nobody watches, and whether the person asked for more questions: by the session or by policy. */
  readonly automation: boolean
  readonly careful: boolean
  readonly effects: readonly RecordedEffect[]
  /** What the file system told the analysis; contents only as digests. */
  readonly facts: readonly JsonObject[]
  readonly tier: Tier
  readonly risk: Risk
}

/** The call that stands in the requested one's place: everything after this record is about it. */
export interface CallReplaced extends OfCall, Pick<CallRequested, 'key' | 'request' | 'effects' | 'tier' | 'risk'> {
  readonly type: 'tool_call_replaced'
  readonly rule: RuleRef | null
}

export interface RecordedEffect {
  readonly kind: string
  readonly text: string
  readonly tier: Tier
  readonly chain: readonly string[]
}

export interface SecurityViolation extends OfCall {
  readonly type: 'security_violation'
  readonly reason: string
  readonly risk: Risk
}

export interface ApprovalRequested extends OfCall {
  readonly type: 'approval_requested'
  readonly approval: string
  readonly key: string
  readonly summary: string
  readonly request: JsonObject
}

export type ApprovalOutcome = 'approved' | 'approved_for_session' | 'denied' | 'abort'

export interface ApprovalDecided extends OfCall {
  readonly type: 'approval_decided'
  readonly approval: string
  readonly key: string
  readonly decision: ApprovalOutcome
  /** Who or what answered: a person, a rule's id, a remembered approval, a clock. */
  readonly by: string
  readonly reason:
    | 'provider'
    | 'rule'
    | 'cached'
    | 'granted'
    | 'auto'
    | 'timeout'
    | 'timeout_default'
    | 'no_provider'
    | 'waiting'
    | 'failed'
    | 'cancelled'
    | 'loop'
  /** Remarks of whoever was asked: a rule as code whose condition failed. */
  readonly notes: readonly string[]
}

/** The verdict as it leaves: exactly one a call, `allow` or `deny` (an unsettled `ask` for judge-only callers). */
export interface CallJudged extends OfCall {
  readonly type: 'tool_call_judged'
  readonly decision: Decision
  /** Which stage decided, so that nobody has to read prose (R137). */
  readonly stage: 'input' | 'floor' | 'boundary' | 'policy' | 'approval' | 'sandbox' | 'journal'
  readonly code: Code | null
  readonly reasons: readonly Reason[]
  readonly policy: string
  readonly watched: Decision | null
}

export interface CallStarted extends OfCall {
  readonly type: 'tool_call_started'
  /** What it runs in; null for a call that starts no command. */
  readonly fence: RecordedFence | null
}

/** Whether a command was fenced in. Only `enforce` limited it: `audit` says what would have, `off` why nothing did. */
export interface RecordedFence {
  readonly mode: 'off' | 'audit' | 'enforce'
  readonly adapter: string | null
  readonly profile: FenceProfile | null
  readonly plan: FencePlan | null
  /** The digest of the plan. */
  readonly digest: string | null
  /** Why there is no plan. */
  readonly why: string | null
}

export interface CallFinished extends OfCall {
  readonly type: 'tool_call_finished'
  readonly outcome: 'ok' | 'failed' | 'denied' | 'cancelled'
  readonly errorKind: ErrorKind | null
  readonly stage: CallJudged['stage'] | 'run'
}

/** A run of an agent begins; the calls of the session with its id are its own. */
export interface RunStarted {
  readonly type: 'run_started'
  readonly at: string
  readonly session: string
}

/** How it ended, once: by itself, for want of something, or because somebody stopped it (R77, R80, R177). */
export interface RunEnded {
  readonly type: 'run_completed' | 'run_failed' | 'run_cancelled'
  readonly at: string
  readonly session: string
  readonly errorKind: ErrorKind | null
  readonly reason: string | null
}

export interface PolicyLoaded {
  readonly type: 'policy_loaded'
  readonly at: string
  readonly digest: string
  readonly previous: string | null
  /** What it lets through that the policy before did not (R221): allow rules and settings that are new, stops that are gone. */
  readonly widened: readonly string[]
}

/** What policies in force allow and a person should be reminded of, each time that a gate opens (C1, C33). */
export interface PolicyWarned {
  readonly type: 'policy_warned'
  readonly at: string
  readonly digest: string
  readonly code: 'silence_allows' | 'whole_exec_tool'
  /** Lower case, no full stop. */
  readonly message: string
}

/** A switch that a person flipped: trust, forget, careful, auto-approve, pause. */
export interface SettingChanged {
  readonly type: 'setting_changed'
  readonly at: string
  readonly session: string | null
  readonly setting: string
  readonly value: string
  readonly by: string
}
