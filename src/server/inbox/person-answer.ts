import type { ApprovalAnswer } from '../../approvals/approver.ts'
import type { GrantScope } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { denial, type GivenAnswer } from '../../approvals/respond.ts'
import { unnamedSession } from '../../core/call.ts'
import type { WaitingQuestion } from '../../io/stores/waiting-question.ts'

/** A person's answer, and the grant that they chose with it. */
export interface PersonAnswer {
  readonly answer: ApprovalAnswer
  readonly granted: { readonly offer: GrantOffer; readonly scope: GrantScope } | null
  /** The scope that was granted, for the page to show. */
  readonly scope: 'once' | GrantScope
}

/**
 * The answer to a question, with the same grants as at the terminal prompt: the chosen offer, else the narrowest, and at most as long
 * as it is offered for. Nothing grave is remembered for longer than the session. Null if there is no such offer.
 */
export function personAnswer(
  { offers, session, grave }: Pick<WaitingQuestion, 'offers' | 'session' | 'grave'>,
  given: GivenAnswer,
  by: string,
): PersonAnswer | null {
  if (!given.approved) return { answer: denial(given, by), granted: null, scope: 'once' }
  const approved = { decision: 'approved', by } as const
  const offer = given.offer === undefined ? offers.find(one => !opensFence(one)) : offers[given.offer]
  // INVARIANT: a person who chose an opening of the fence never approves a run without the fence.
  if (given.offer !== undefined && offer === undefined) return null
  const isOpening = offer !== undefined && opensFence(offer)
  const upTo = (grave && !isOpening) || offer?.upTo !== 'always' ? 'session' : 'always'
  const scope = given.scope === 'always' && upTo === 'session' ? 'session' : given.scope
  const isPossible = scope === 'always' || (scope !== 'once' && session !== unnamedSession)
  if (isOpening && !isPossible) return null
  if (offer === undefined || scope === 'once' || !isPossible) return { answer: approved, granted: null, scope: 'once' }
  return { answer: { ...approved, remember: { scope, shape: offer.shape } }, granted: { offer, scope }, scope }
}

/** Whether a grant opens the fence by one thing, instead of approving calls. */
export const opensFence = ({ shape }: Pick<GrantOffer, 'shape'>): boolean => shape.does === 'fence'
