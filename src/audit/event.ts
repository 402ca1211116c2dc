import type { AllowMeaning } from '../core/allow-meaning.ts'
import type { Danger } from '../core/danger.ts'
import type { Decision } from '../core/decision.ts'
import type { Code, ErrorKind } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import type { Risk } from '../core/risk.ts'
import type { Tier } from '../core/tier.ts'
import type { Reason, RuleRef } from '../core/verdict.ts'
import type { FenceDenial } from '../fence/explain/denial.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { FenceProfile } from '../fence/profile.ts'

/** The events in the journal and for listeners: one stream, in this order for each call (R134, R135). */
export type JournalEvent =
  | CallRequested
  | CallReplaced
  | SecurityViolation
  | ApprovalRequested
  | ApprovalDecided
  | CallJudged
  | CallStarted
  | FenceDenied
  | TrialEnded
  | TrialUndone
  | CallFinished
  | RunStarted
  | RunEnded
  | PolicyLoaded
  | PolicyWarned
  | SettingChanged

/** The fields of every event of a call. */
interface OfCall {
  readonly session: string
  /** Sallyport's id of the call; `clientCall` is the client's id, if it sent one. */
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
  /** Sanitised by the tool's descriptor; redacted and truncated before it is written. */
  readonly request: JsonObject
  readonly cwd: string
  readonly workspace: readonly string[]
  /** Whether the call was in automation, and whether careful mode was on, by the session or by policy. */
  readonly automation: boolean
  readonly careful: boolean
  readonly effects: readonly RecordedEffect[]
  /** The file facts that the analysis read; file texts only as digests. */
  readonly facts: readonly JsonObject[]
  readonly tier: Tier
  readonly risk: Risk
  /** The program that sent the call, such as `claude-code`; null if it is not known. Older records do not have it. */
  readonly client?: string | null
  /** False if no installed hook made the call; missing otherwise. */
  readonly proven?: false
  /** The call's effects as one sentence, and how much they could cost. Older records do not have them. */
  readonly sentence?: string
  readonly danger?: Danger
}

/** The call that replaces the requested one. All later records of the call are about it. */
export interface CallReplaced
  extends OfCall,
    Pick<CallRequested, 'key' | 'request' | 'effects' | 'tier' | 'risk' | 'sentence' | 'danger'> {
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
  /** The process that waits for the answer, so that others can tell whether it died. Older records do not have it. */
  readonly process?: string
}

export type ApprovalOutcome = 'approved' | 'approved_for_session' | 'denied' | 'abort'

export interface ApprovalDecided extends OfCall {
  readonly type: 'approval_decided'
  readonly approval: string
  readonly key: string
  readonly decision: ApprovalOutcome
  /** The one that answered: a person, a rule's id, a remembered approval, a timeout. */
  readonly by: string
  readonly reason:
    | 'provider'
    | 'rule'
    | 'cached'
    | 'granted'
    | 'auto'
    | 'contained'
    | 'timeout'
    | 'timeout_default'
    | 'no_provider'
    | 'waiting'
    | 'failed'
    | 'cancelled'
    | 'loop'
    | 'trial'
  /** Remarks of the approvers, for example that the condition of a rule as code failed. */
  readonly notes: readonly string[]
  /** The digest of the fence plan that answered the ask; absent if no fence did. */
  readonly plan?: string
}

/** The final verdict, exactly one per call: `allow` or `deny`, or `ask` if the client asks in its own prompt. */
export interface CallJudged extends OfCall {
  readonly type: 'tool_call_judged'
  readonly decision: Decision
  /** The stage that decided, so that programs need not parse messages (R137). */
  readonly stage: 'input' | 'stop' | 'floor' | 'boundary' | 'policy' | 'approval' | 'sandbox' | 'journal'
  readonly code: Code | null
  readonly reasons: readonly Reason[]
  readonly policy: string
  readonly watched: Decision | null
  /** The meaning of an allow for the client; null for an ask or a deny. Older records do not have it. */
  readonly meaning?: AllowMeaning | null
  /** Set if the allow holds only inside the fence. */
  readonly contained?: true
}

export interface CallStarted extends OfCall {
  readonly type: 'tool_call_started'
  /** The fence that it runs in; null for a call that starts no command. */
  readonly fence: RecordedFence | null
}

/** Whether a command ran in a fence. Only `enforce` limited it; `audit` records the plan, `off` the reason why there was none. */
export interface RecordedFence {
  readonly mode: 'off' | 'audit' | 'enforce'
  readonly adapter: string | null
  readonly profile: FenceProfile | null
  readonly plan: FencePlan | null
  /** The digest of the plan. */
  readonly digest: string | null
  /** Why there is no plan. */
  readonly why: string | null
  /** The call of `sandbox` that runs instead of `bash`, or in mode `audit` would run; absent if no policy rewrites calls (R109). */
  readonly rewrite?: JsonObject
}

/** A command failed, and the fence kept it from doing something. */
export interface FenceDenied extends OfCall {
  readonly type: 'fence_denied'
  readonly denials: readonly FenceDenial[]
  /** The same as a sentence. */
  readonly text: string
}

/** The end of a run in an overlay: what it changed, and whether that was kept. */
export interface TrialEnded extends OfCall {
  readonly type: 'trial_ended'
  /** Why it ran in an overlay: to be tried, because the fence answered, or to keep what it deletes. Older records do not have it. */
  readonly mode?: 'trial' | 'contain' | 'undo'
  /** Names the undo point, if there is one. */
  readonly trial: string
  /** `deletes 246 files, changes 3`. */
  readonly summary: string
  /** The first of the changed paths, with `+`, `-` or `~` in front. */
  readonly changes: readonly string[]
  /** How many changed paths are not in `changes`; absent if that is none. */
  readonly more?: number
  readonly committed: boolean
  readonly canUndo: boolean
  /** Who or what decided. */
  readonly because: string
}

/** The changes of a run in an overlay were taken back. Recorded before the first file is restored. */
export interface TrialUndone {
  readonly type: 'trial_undone'
  readonly at: string
  /** The call that made the changes; null if the undo point does not name it. */
  readonly call: string | null
  readonly trial: string
  /** The effect of the undo: `brings back 246 files, restores 3`. */
  readonly summary: string
  readonly by: string
}

export interface CallFinished extends OfCall {
  readonly type: 'tool_call_finished'
  readonly outcome: 'ok' | 'failed' | 'denied' | 'cancelled'
  readonly errorKind: ErrorKind | null
  readonly stage: CallJudged['stage'] | 'run'
  /** The hosts, limits and names that the fence refused; absent if it refused none. */
  readonly held?: readonly HeldBack[]
}

/** Something that a fenced command tried and did not get. */
export interface HeldBack {
  /** The network, a limit of the policy, or a protected name that was moved away. */
  readonly by: 'network' | 'limit' | 'name'
  /** The host and port, the limit's key, or the path. */
  readonly what: string
}

/** A run of an agent starts. Its calls have its id as their session. */
export interface RunStarted {
  readonly type: 'run_started'
  readonly at: string
  readonly session: string
  /** The sub-agents that lead to this run, outermost first; a run without it is that of a main agent. */
  readonly agents?: readonly string[]
}

/** The end of a run, recorded once: it completed, failed or was cancelled (R77, R80, R177). */
export interface RunEnded {
  readonly type: 'run_completed' | 'run_failed' | 'run_cancelled'
  readonly at: string
  readonly session: string
  readonly agents?: readonly string[]
  readonly errorKind: ErrorKind | null
  readonly reason: string | null
}

export interface PolicyLoaded {
  readonly type: 'policy_loaded'
  readonly at: string
  readonly digest: string
  readonly previous: string | null
  /** Everything that it allows and the previous policy did not (R221): new allow rules and settings, removed asks and denies. */
  readonly widened: readonly string[]
}

/** A risky setting of the policies in force; recorded each time a gate is created (C1, C33). */
export interface PolicyWarned {
  readonly type: 'policy_warned'
  readonly at: string
  readonly digest: string
  readonly code: 'silence_allows' | 'whole_exec_tool'
  /** Lower case, no full stop. */
  readonly message: string
}

/** A setting that a person changed: trust, forget, careful, auto-approve, pause, stop, mode. */
export interface SettingChanged {
  readonly type: 'setting_changed'
  readonly at: string
  readonly session: string | null
  readonly setting: string
  readonly value: string
  readonly by: string
}
