import { type AnswerBasis, answerBinding, filesJudged } from '../approvals/answer-binding.ts'
import type { RememberedKey } from '../approvals/answered-keys.ts'
import { askingReasons } from '../approvals/asking-reasons.ts'
import type { GrantOffer } from '../approvals/grant-offer.ts'
import { callBinding } from '../approvals/key.ts'
import { redactVerdict } from '../audit/redaction/redact-verdict.ts'
import type { Call } from '../core/call.ts'
import type { Policies } from '../policy/policies.ts'
import type { Judgement } from './judge.ts'
import type { ApprovalRequest, Ports } from './ports.ts'

/** A call that asks, with all that its answer depends on. The place is the call's own, with what the policies add. */
export interface AskingCall {
  readonly call: Call
  readonly judgement: Judgement
  readonly policies: Policies
  readonly ports: Ports
}

/** The name under which an answer to this call is remembered. */
export const rememberedKey = (asking: AskingCall): RememberedKey => {
  const { place } = asking.call
  return {
    session: place.session,
    key: asking.judgement.verdict.key,
    heldFor: answerBinding(basisOf(asking), place.agents),
  }
}

/** The question about a call, as it is shown to the person or program that answers. */
export const approvalRequest = (asking: AskingCall, offers: readonly GrantOffer[]): ApprovalRequest => {
  const { call, judgement, ports } = asking
  const { verdict, description } = judgement
  return {
    id: ports.newId(),
    key: verdict.key,
    session: call.place.session,
    tool: call.tool,
    summary: description?.summary ?? call.tool,
    details: verdict.request,
    escalated: description?.escalated ?? false,
    verdict: redactVerdict(verdict),
    binding: bindingOf(asking),
    offers,
  }
}

/** Ties an answer that is given later to this call, this state of the files and these reasons to ask; null if it cannot. */
function bindingOf(asking: AskingCall): string | null {
  const { tool, input, place } = asking.call
  const { runKey, env = {} } = asking.ports
  const basis = basisOf(asking)
  const files = filesJudged(basis)
  if (files === null) return null
  return callBinding({ tool, input, place, env, facts: files, rules: askingReasons(basis), runKey })
}

const basisOf = ({ call, judgement, policies, ports }: AskingCall): AnswerBasis => ({
  verdict: judgement.verdict,
  told: judgement.facts,
  facts: ports.facts,
  policies,
  place: call.place,
  escalated: judgement.description?.escalated ?? false,
})
