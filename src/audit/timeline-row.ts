import type { Danger } from '../core/danger.ts'
import type { Decision } from '../core/decision.ts'
import type { JsonObject } from '../core/json.ts'
import type { Tier } from '../core/tier.ts'
import type { RuleRef } from '../core/verdict.ts'

/** How far a call has come. `asked_client`: the client showed its own prompt, so its answer is not known here. */
export type CallState =
  | 'waiting'
  | 'asked_client'
  | 'allowed'
  | 'running'
  | 'finished'
  | 'failed'
  | 'denied'
  | 'expired'
  | 'cancelled'

/** One call on the timeline: what the journal's records about it add up to. */
export interface TimelineRow {
  /** Sallyport's id of the call. */
  readonly id: string
  /** The journal's number of its first record. Rows are ordered by it. */
  readonly sequence: number
  readonly at: string
  readonly session: string
  /** The client, such as `claude-code`; null if it is not known. */
  readonly client: string | null
  readonly cwd: string
  readonly workspace: readonly string[]
  /** The sub-agents around the call, outermost first. */
  readonly agents: readonly string[]
  readonly tool: string
  /** The command, path or input on one line. */
  readonly text: string
  /** The call's effects in one sentence; empty for calls of older versions. */
  readonly sentence: string
  readonly danger: Danger
  readonly decision: Decision | null
  readonly state: CallState
  /** The rule that decided or asked, if one did. */
  readonly rule: RuleRef | null
  /** Why it was decided so. */
  readonly because: string
  /** The approval that it waits for, or waited for. */
  readonly approval: string | null
  readonly answeredBy: string | null
  readonly answeredAfterMs: number | null
  readonly ranMs: number | null
  /** The profile of the fence that it ran in; null without a fence. */
  readonly fence: string | null
  /** The actions that the fence stopped. */
  readonly heldBack: string | null
  /** Its changes in an overlay; null if it did not run in one. */
  readonly trial: TrialRow | null
  readonly flags: readonly CallFlag[]
}

/** The end of a run in an overlay. */
export interface TrialRow {
  /** Names the undo point. */
  readonly id: string
  /** Why it ran there: to be tried, because the fence answered, or to keep what it deletes. */
  readonly mode: 'trial' | 'contain' | 'undo'
  /** `deletes 246 files, changes 3`. */
  readonly summary: string
  /** The first changed paths, with `+`, `-` or `~` in front. */
  readonly changes: readonly string[]
  /** How many changed paths are not among them. */
  readonly more: number
  /** Whether its changes were kept. If not, they were discarded. */
  readonly kept: boolean
  /** Who or what decided that. */
  readonly because: string
  /** Whether an undo point was left. */
  readonly canUndo: boolean
  readonly undone: { readonly by: string; readonly at: string } | null
}

/** `contained`: the fence answered the question, so the call ran inside it. */
export type CallFlag =
  | 'contained'
  | 'redacted'
  | 'replaced'
  | 'watched'
  | 'automation'
  | 'careful'
  | 'violation'
  | 'unproven'

/** One call with everything that is known about it. */
export interface CallDetail {
  readonly row: TimelineRow
  /** Its records, as the journal has them. */
  readonly records: readonly { readonly sequence: number; readonly event: JsonObject }[]
  readonly effects: readonly EffectLine[]
  readonly reasons: readonly ReasonLine[]
}

export interface EffectLine {
  readonly text: string
  readonly tier: Tier
}

export interface ReasonLine {
  readonly decision: Decision
  readonly layer: string
  readonly text: string
  readonly rule: RuleRef | null
}
