import type { ApprovalAnswer } from '../../approvals/approver.ts'
import type { GrantScope } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { denial, type GivenAnswer } from '../../approvals/respond.ts'
import { unnamedSession } from '../../core/call.ts'
import type { WaitingQuestion } from '../../io/stores/waiting-question.ts'
import { offersOn } from './card.ts'

/** A person's answer, and the grant that they chose with it. */
export interface PersonAnswer {
  readonly answer: ApprovalAnswer
  readonly granted: { readonly offer: GrantOffer; readonly scope: GrantScope } | null
  /** The scope that was granted, for the page to show. */
  readonly scope: 'once' | GrantScope
}

/**
 * The answer to a question, with the same grants as at the terminal prompt: the offer that they picked, and at most as long as it is
 * offered for. Nothing grave is remembered for longer than the session.
 */
export function personAnswer(
  question: Pick<WaitingQuestion, 'offers' | 'session' | 'grave'>,
  given: GivenAnswer,
  by: string,
): PersonAnswer {
  if (!given.approved) return { answer: denial(given, by), granted: null, scope: 'once' }
  const approved = { decision: 'approved', by } as const
  const { session } = question
  const offer = offersOn(question)[given.offer]
  const upTo = offer?.upTo !== 'always' ? 'session' : 'always'
  const scope = given.scope === 'always' && upTo === 'session' ? 'session' : given.scope
  if (offer === undefined || scope === 'once' || (scope !== 'always' && session === unnamedSession))
    return { answer: approved, granted: null, scope: 'once' }
  return { answer: { ...approved, remember: { scope, shape: offer.shape } }, granted: { offer, scope }, scope }
}
