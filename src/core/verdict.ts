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
  /** What spoke, strictest first; the first reason is the one to show. */
  readonly reasons: readonly Reason[]
  /** The same for the same sanitised request: what a remembered approval is filed under (R125). */
  readonly key: string
  /** What may be shown and recorded of the call. */
  readonly request: JsonObject
  /** What the caller should do differently, whatever the decision. */
  readonly advice: readonly string[]
  /** Set when it is not allowed: the cause, for programs. */
  readonly code: Code | null
  readonly errorKind: ErrorKind | null
  /** What the decision would have been, where the policy only watches; null where it is enforced. */
  readonly watched: Decision | null
  /** What stands in the call's place, where a rule says so. */
  readonly replacement: Replacement | null
}

/**
 * Another input for the same tool. INVARIANT: where the decision is not `deny`, it is this input that was judged, as if the
 * agent itself had made the call with it, and this input that must run.
 */
export interface Replacement {
  readonly layer: Layer
  readonly rule: RuleRef
  /** The rule's words for what runs. */
  readonly instead: string
  /** The whole input, raw. */
  readonly input: JsonObject
  /** What the policies say about it. */
  readonly decision: Exclude<Decision, 'deny'>
}

export type Layer =
  | 'input'
  | 'floor'
  | 'boundary'
  | 'organisation'
  | 'user'
  | 'project'
  | 'session'
  | 'preset'
  | 'mode'
  | 'approval'
  | 'sandbox'
  | 'journal'

/** One voice in a verdict. */
export interface Reason {
  readonly layer: Layer
  readonly decision: Decision
  readonly code: Code | null
  /** A sentence that names what decided (R218). */
  readonly because: string
  /** The index of the effect that it speaks about; null for the whole call. */
  readonly effect: number | null
  readonly rule: RuleRef | null
  /** What to do instead, if the rule knows. */
  readonly instead: string | null
}

export interface RuleRef {
  readonly id: string
  readonly file: string
  readonly line: number
}
