import type { ApprovalOutcome } from '../audit/event.ts'
import type { JsonObject } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import type { GrantScope, GrantShape } from './grants/grant.ts'
import type { GrantOffer } from './grants/grant-offer.ts'

/** Answers asks: rules as code, a terminal, a console, a remote inbox. */
export interface Approver {
  readonly name: string
  /** `code` answers without a person, so it also works in automation. */
  readonly channel: 'code' | 'human'
  /** Rejecting or never settling is a deny. `null` passes the question on to the next approver. */
  request(request: ApprovalRequest, asking: OpenQuestion): Promise<ApprovalAnswer | Waiting | null>
}

export interface OpenQuestion {
  /** Aborted when the question is over: another approver answered, it timed out, or the caller disconnected. */
  readonly signal: AbortSignal
  /** Adds a remark to the record of the answer, even if another approver answers. */
  readonly note: (remark: string) => void
  /**
   * Reserves the question for this approver; false if it is over or reserved by another. Then no timeout, disconnect or other
   * approver settles it any more. INVARIANT: an approver that has reserved it answers at once.
   */
  readonly claim: () => boolean
  /** How long the question may stay open. */
  readonly timeoutMs: number
}

/** The question as it is shown to approvers (R188). Everything in it is redacted. */
export interface ApprovalRequest {
  readonly id: string
  readonly key: string
  readonly session: string
  /** The sub-agents around the call, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
  readonly tool: string
  readonly summary: string
  readonly details: JsonObject
  /** Whether the call asks for more rights than the session has (R56). */
  readonly escalated: boolean
  readonly verdict: Verdict
  /** Identifies the one call that an answer counts for; null if the call runs a file that cannot be read. */
  readonly binding: string | null
  /** The grants that an approval may create, the narrowest first. */
  readonly offers: readonly GrantOffer[]
}

export interface ApprovalAnswer {
  readonly decision: ApprovalOutcome
  readonly by: string
  /** A message of the person to the agent, with a denial. */
  readonly says?: string
  /** Set if a switch such as auto-approve answered, not a rule about this question. */
  readonly auto?: true
  /** The grant that the person chose with the approval. Its shape must be one of `offers`, or it is not remembered. */
  readonly remember?: { readonly scope: GrantScope; readonly shape: GrantShape }
  /** Set if the person opened the fence for the call, in another program: it runs inside, or not at all. */
  readonly inFence?: true
}

/** No answer yet. The call is denied; the agent may repeat it after a person has answered in another program. */
export interface Waiting {
  /** Tells the agent what the person has to do. */
  readonly waitsFor: string
  /** Set if the question was shown and no one answered it in time. */
  readonly because?: 'timeout'
}
