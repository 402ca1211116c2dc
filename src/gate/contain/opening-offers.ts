import type { GrantShape } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { alsoText, shapeText } from '../../approvals/grants/grant-text.ts'
import { unwritableReason } from '../../fence/protected-path.ts'
import type { JudgedCall } from '../judged-call.ts'

/**
 * The first offers to a person whose program failed in the fence: the same fence, opened by exactly one thing, for this program in
 * this project. Nothing is offered that the fence never opens, or that the organisation sets.
 */
export function openingOffers({ call: { place }, judgement, policies }: JudgedCall): readonly GrantOffer[] {
  const failure = judgement.containment?.failure ?? null
  if (failure === null) return []
  return failure.blocked.flatMap(({ opens, what }) => {
    if (opens === null || policies.fence.pinned.includes(opens)) return []
    if (opens === 'path' && unwritableReason(what, place) !== null) return []
    const shape: GrantShape = { does: 'fence', opens, what, program: failure.program }
    return [
      {
        ...{ shape, upTo: 'always' as const, text: shapeText(shape, place), also: alsoText(shape), answers: [] },
        ...{ workspace: place.workspace, agents: place.agents, session: place.session },
      },
    ]
  })
}
