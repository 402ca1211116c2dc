import { answerBinding, askingReasons, filesJudged } from '../approvals/answer-binding.ts'
import type { RememberedKey } from '../approvals/answered-keys.ts'
import type { GrantOffer } from '../approvals/grant-offer.ts'
import { callBinding } from '../approvals/key.ts'
import { redactVerdict } from '../audit/redaction/redact-verdict.ts'
import type { Call } from '../core/call.ts'
import type { Judgement } from './judge.ts'
import type { ApprovalRequest, Ports } from './ports.ts'

/** What a remembered answer to this call would be filed under. */
export const askedAbout = ({ place }: Call, { verdict, facts }: Judgement, ports: Ports): RememberedKey => ({
  session: place.session,
  key: verdict.key,
  heldFor: answerBinding({ verdict, told: facts, facts: ports.facts }, place.agents),
})

/** The question about a call, as whoever answers sees it. */
export const approvalRequest = (
  call: Call,
  judgement: Judgement,
  ports: Ports,
  offers: readonly GrantOffer[],
): ApprovalRequest => ({
  id: ports.newId(),
  key: judgement.verdict.key,
  session: call.place.session,
  tool: call.tool,
  summary: judgement.description?.summary ?? call.tool,
  details: judgement.verdict.request,
  escalated: judgement.description?.escalated ?? false,
  verdict: redactVerdict(judgement.verdict),
  binding: bindingOf(call, judgement, ports),
  offers,
})

/** What an answer that is kept for later holds for: this call, in this world, asked about for these reasons. */
function bindingOf({ tool, input, place }: Call, { verdict, facts: told }: Judgement, ports: Ports): string | null {
  const { facts, runKey, env = {} } = ports
  const files = filesJudged({ verdict, told, facts })
  if (files === null) return null
  return callBinding({ tool, input, place, env, facts: files, rules: askingReasons(verdict), runKey })
}
