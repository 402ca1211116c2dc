import type { GrantShape } from '../../approvals/grants/grant.ts'
import type { GrantOffer } from '../../approvals/grants/grant-offer.ts'
import { alsoText, shapeText } from '../../approvals/grants/grant-text.ts'
import type { FileFacts } from '../../core/facts.ts'
import { parentOf } from '../../core/path.ts'
import { overlayGround } from '../../fence/protected-path.ts'
import { isListed, sensitivity } from '../../guard/sensitive.ts'
import type { JudgedCall } from '../judged-call.ts'

/**
 * The first offers to a person whose program failed in the fence: the same fence, opened by exactly one thing, for this program in
 * this project. Nothing is offered that the fence never opens, that is sensitive, or that the organisation sets.
 */
export function openingOffers(judged: JudgedCall, facts: FileFacts): readonly GrantOffer[] {
  const { judgement, policies } = judged
  const { place } = judged.call
  const failure = judgement.containment?.failure ?? null
  if (failure === null) return []
  return failure.blocked.flatMap(({ opens, what }) => {
    if (opens === null || policies.fence.pinned.includes(opens)) return []
    if (opens === 'path' && !mayOpen(what, judged, facts)) return []
    const shape: GrantShape = { does: 'fence', opens, what, program: failure.program }
    return [
      {
        ...{ shape, upTo: 'always' as const, text: shapeText(shape, place), also: alsoText(shape), answers: [] },
        ...{ workspace: place.workspace, agents: place.agents, session: place.session },
      },
    ]
  })
}

/** Whether a person may be offered to open a path, and the fence can open exactly it. */
function mayOpen(path: string, { call: { place }, policies }: JudgedCall, facts: FileFacts): boolean {
  const isKept =
    sensitivity(path, 'change') !== null || isListed(path, policies.sensitive, place) || programDirectory.test(path)
  return !isKept && overlayGround(path, directoryOf(path, facts), place) !== null
}

/** Directories whose programs start by their name alone. What is left there runs later, in any shell. */
const programDirectory = /\/(?:\.?s?bin|shims)(?:\/|$)/i

/** The directory that a path is, or that it would be created in. */
const directoryOf = (path: string, facts: FileFacts): string =>
  path === '/' || facts.kind(path) === 'directory' ? path : directoryOf(parentOf(path), facts)

/**
 * The offers that come after these: the call as it is, without the fence, for the session at most. Under `fence.mode: enforce` there
 * are none.
 */
export function withoutFenceOffers(
  { judgement: { containment }, policies }: JudgedCall,
  offers: readonly GrantOffer[],
): readonly GrantOffer[] {
  if (containment?.failure == null) return offers
  if (policies.fence.mode === 'enforce') return []
  return offers.slice(0, 1).map(offer => ({
    ...offer,
    upTo: offer.upTo === 'always' ? 'session' : offer.upTo,
    text: `without the fence: ${offer.text}`,
  }))
}
