import type { ApprovalOutcome } from '../audit/event.ts'
import { redact } from '../audit/redaction/redact.ts'
import { sentence } from '../core/wording/sentence.ts'
import type { ApprovalRequest, Approver } from '../gate/ports.ts'

/** Answers a question about one call: a prompt in your own program, or rules of your own. */
export type Approve = (question: ApprovalQuestion) => Promise<ApprovalReply>

/** `abort` denies the call and ends the run. */
export type ApprovalReply = 'allow' | 'allow_for_session' | 'deny' | 'abort' | { readonly deny: string }

export interface ApprovalQuestion {
  readonly tool: string
  /** The call in one line. */
  readonly summary: string
  /** The call's effects as one sentence: "Overwrites history on the remote; also sends data out." */
  readonly because: string
  /** Everything that is known about the call, without secrets. */
  readonly request: ApprovalRequest
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal
}

/** An approver from a function. An answer that is not one of the replies is a denial. */
export const functionApprover = (approve: Approve, channel: Approver['channel']): Approver => ({
  name: 'approve',
  channel,
  request: async (request, { signal }) => {
    const { tool, summary, verdict } = request
    const reply = await approve({ tool, summary, because: redact(sentence(verdict)).text, request, signal })
    if (typeof reply === 'object' && reply !== null && typeof reply.deny === 'string')
      return { decision: 'denied', by: 'approve', says: reply.deny }
    return { decision: outcomes.get(reply) ?? 'denied', by: 'approve' }
  },
})

const outcomes: ReadonlyMap<unknown, ApprovalOutcome> = new Map([
  ['allow', 'approved'],
  ['allow_for_session', 'approved_for_session'],
  ['deny', 'denied'],
  ['abort', 'abort'],
])
