import { askedCall } from '../../approvals/asked-call.ts'
import { type GrantOffer, offersFor } from '../../approvals/grants/grant-offer.ts'
import type { CallRequested } from '../../audit/event.ts'
import { type NumberedEvent, timelineOf } from '../../audit/timeline.ts'
import type { TimelineRow } from '../../audit/timeline-row.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { isWithin } from '../../core/path.ts'
import { isSameCall, recordedCall } from '../../explain/recorded-call.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { findPlace } from '../../io/place.ts'
import { openDecider } from '../../io/policies/decider.ts'

/** A call that the client asked about in its own prompt, and the grants that would avoid the next such prompt, narrowest first. */
export interface LastAsked {
  readonly row: TimelineRow
  readonly offers: readonly GrantOffer[]
}

/** The last call of this project that its client asked about. INVARIANT: the grants are made from the call as it is judged now. */
export async function lastAsked(records: readonly NumberedEvent[], cwd: string): Promise<Result<LastAsked>> {
  const roots = findPlace({ cwd }).workspace
  const row = timelineOf(records).findLast(
    one => one.state === 'asked_client' && roots.some(root => isWithin(one.cwd, root)),
  )
  const record = records.find(({ sequence }) => sequence === row?.sequence)
  if (row === undefined || record === undefined)
    return fail('not_found', 'no client has asked about a call of this project lately')
  if (row.flags.includes('redacted'))
    return fail('validation', 'the call contains a secret, so it cannot be remembered')
  // The journal checks its records, and this one is a request.
  const requested = record.event as unknown as CallRequested
  const decider = await openDecider({ cwd: row.cwd })
  if (!decider.ok) return decider
  const { verdict, call, policies, description } = await decider.value.decide(recordedCall(requested))
  if (call === null || policies === null || !isSameCall(requested, verdict))
    return fail('validation', 'the record does not have the whole call, or the files that it names have changed')
  if (verdict.decision !== 'ask')
    return fail('validation', `this call does not ask any more: it is now \`${verdict.decision}\``)
  const asked = askedCall(call, verdict, {
    description,
    seen: { facts: fileFacts, sensitive: policies.sensitive },
    inside: undefined,
  })
  const offers = asked === null ? [] : offersFor(asked, policies)
  return ok({ row, offers: offers.filter(offer => isComplete(offer, requested.key)) })
}

/** A grant for one request needs the key of that request, which a record without the written text does not give. */
const isComplete = ({ shape }: GrantOffer, key: string): boolean =>
  shape.does !== 'call' || shape.key === null || shape.key === key
