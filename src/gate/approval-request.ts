import { type AnswerBasis, answerBinding, filesJudged } from '../approvals/answer-binding.ts'
import type { RememberedKey } from '../approvals/answered-keys.ts'
import { askingReasons } from '../approvals/asking-reasons.ts'
import type { GrantOffer } from '../approvals/grants/grant-offer.ts'
import { callBinding } from '../approvals/key.ts'
import { redactVerdict } from '../audit/redaction/redact-verdict.ts'
import type { JudgedCall } from './judged-call.ts'
import type { ApprovalRequest, Ports } from './ports.ts'

/** The name under which an answer to this call is remembered. */
export const rememberedKey = (judged: JudgedCall, ports: Ports): RememberedKey => {
  const { place } = judged.call
  return {
    session: place.session,
    key: judged.judgement.verdict.key,
    heldFor: answerBinding(basisOf(judged, ports), place.agents),
  }
}

/** The question about a call, as it is shown to the person or program that answers. */
export const approvalRequest = (judged: JudgedCall, ports: Ports, offers: readonly GrantOffer[]): ApprovalRequest => {
  const { call, judgement } = judged
  const { verdict, description } = judgement
  return {
    id: ports.newId(),
    key: verdict.key,
    session: call.place.session,
    agents: call.place.agents,
    tool: call.tool,
    summary: description?.summary ?? call.tool,
    details: verdict.request,
    escalated: description?.escalated ?? false,
    verdict: redactVerdict(verdict),
    binding: bindingOf(judged, ports),
    offers,
  }
}

/** Ties an answer that is given later to this call, this state of the files and these reasons to ask; null if it cannot. */
function bindingOf(judged: JudgedCall, ports: Ports): string | null {
  const { tool, input, place } = judged.call
  const { runKey, env = {} } = ports
  const basis = basisOf(judged, ports)
  const files = filesJudged(basis)
  if (files === null) return null
  return callBinding({ tool, input, place, env, facts: files, rules: askingReasons(basis), runKey })
}

const basisOf = ({ call, judgement, policies }: JudgedCall, ports: Ports): AnswerBasis => ({
  verdict: judgement.verdict,
  told: judgement.facts,
  facts: ports.facts,
  policies,
  place: call.place,
  escalated: judgement.description?.escalated ?? false,
})
