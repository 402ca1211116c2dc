import type { ApprovalOutcome } from '../audit/event.ts'
import type { JsonObject } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import type { GrantScope, GrantShape } from './grant.ts'
import type { GrantOffer } from './grant-offer.ts'

/** Whoever can answer an ask: rules as code, a terminal, a console, a remote inbox. */
export interface Approver {
  readonly name: string
  /** `code` answers without a person, and so also when nobody watches. */
  readonly channel: 'code' | 'human'
  /** Rejecting or never settling is a deny. `null` passes the question on to the next approver. */
  request(request: ApprovalRequest, asking: OpenQuestion): Promise<ApprovalAnswer | Waiting | null>
}

export interface OpenQuestion {
  /** The question has ended: somebody else answered, or nobody waits any more. */
  readonly signal: AbortSignal
  /** Puts a remark beside the answer in the journal, whoever gives it. */
  readonly note: (remark: string) => void
}

/** What is shown to whoever answers (R188): nothing in it is raw. */
export interface ApprovalRequest {
  readonly id: string
  readonly key: string
  readonly session: string
  readonly tool: string
  readonly summary: string
  readonly details: JsonObject
  /** Whether the call asks for more rights than the session has (R56). */
  readonly escalated: boolean
  readonly verdict: Verdict
  /** The one call that an answer holds for; null where it runs a file that nobody can read, and so cannot be told. */
  readonly binding: string | null
  /** What could be remembered of an approval, the narrowest first. */
  readonly offers: readonly GrantOffer[]
}

export interface ApprovalAnswer {
  readonly decision: ApprovalOutcome
  readonly by: string
  /** Set where a switch answered that a person flipped earlier, not a rule about this question. */
  readonly auto?: true
  /** Of a person's approval: what is remembered of it, and how long. One of the shapes that were offered, or nothing is. */
  readonly remember?: { readonly scope: GrantScope; readonly shape: GrantShape }
}

/** Nobody answers now. The call is denied, and may be made again once a person has answered elsewhere. */
export interface Waiting {
  /** What the person has to do. */
  readonly waitsFor: string
}
