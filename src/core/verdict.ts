import type { AllowMeaning } from './allow-meaning.ts'
import type { Decision } from './decision.ts'
import type { Effect } from './effect.ts'
import type { Code, ErrorKind } from './fault.ts'
import type { JsonObject } from './json.ts'
import type { Risk } from './risk.ts'
import type { Tier } from './tier.ts'

/** A decision with its reasons. */
export interface Verdict {
  readonly decision: Decision
  readonly tier: Tier
  readonly risk: Risk
  readonly effects: readonly Effect[]
  /** Strictest first; the first reason is the one to show. */
  readonly reasons: readonly Reason[]
  /** Equal for equal sanitised requests: the key of a remembered approval (R125). */
  readonly key: string
  /** The part of the call that may be shown and recorded. */
  readonly request: JsonObject
  /** Advice to the caller, independent of the decision. */
  readonly advice: readonly string[]
  /** The possible cost of a yes, in lines for a person: files, commits, the live target. Set for questions where it could be measured. */
  readonly radius?: readonly string[]
  /** Set when it is not allowed: the cause, for programs. */
  readonly code: Code | null
  readonly errorKind: ErrorKind | null
  /** The decision that was not enforced because the policy only watches; null if it is enforced. */
  readonly watched: Decision | null
  /** The meaning of an allow for the client; null for an ask or a deny, and before the call is answered. */
  readonly meaning: AllowMeaning | null
  /** The input that a rule puts in place of the call's; null if none does. */
  readonly replacement: Replacement | null
  /** Set where the fence answered the ask: the call may run only inside the restricted fence. */
  readonly contained?: true
}

/**
 * Another input for the same tool. INVARIANT: where the decision is not `deny`, it is this input that was judged, as if the
 * agent itself had made the call with it, and this input that must run.
 */
export interface Replacement {
  readonly layer: Layer
  readonly rule: RuleRef
  /** The rule's `instead`. */
  readonly instead: string
  /** The whole input, raw. */
  readonly input: JsonObject
  /** The policies' decision about it. */
  readonly decision: Exclude<Decision, 'deny'>
}

export const reasonLayers = [
  'input',
  'stop',
  'floor',
  'boundary',
  'organisation',
  'user',
  'project',
  'session',
  'preset',
  'mode',
  'approval',
  'sandbox',
  'journal',
] as const
export type Layer = (typeof reasonLayers)[number]

/** One reason for a verdict: a rule, a mode, a boundary or the floor, and its decision. */
export interface Reason {
  readonly layer: Layer
  readonly decision: Decision
  readonly code: Code | null
  /** A sentence that names what decided (R218). */
  readonly because: string
  /** The index of the effect that the reason is about; null for the whole call. */
  readonly effect: number | null
  readonly rule: RuleRef | null
  /** The rule's advice on what to do instead. */
  readonly instead: string | null
  /** The rule says `then: trial`: what the call changes answers the question. */
  readonly trial?: true
  /** Set for an ask that the fence may answer (`then: contain`). One ask without it makes the whole call a plain ask. */
  readonly contain?: true
}

export interface RuleRef {
  readonly id: string
  readonly file: string
  readonly line: number
}
