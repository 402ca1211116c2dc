import type { JournalEvent } from '../../audit/event.ts'
import { type Clock, timestamp } from '../../core/clock.ts'
import { sha256 } from '../../core/digest.ts'
import type { Fault } from '../../core/fault.ts'
import { canonicalJson } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import type { Policies } from '../../policy/policies.ts'
import type { ApprovalRequest } from '../approver.ts'
import type { AskedCall } from '../asked-call.ts'
import type { Settled } from '../settle.ts'
import type { Grant, GrantStore } from './grant.ts'
import { grantFor, grantFrom } from './grant-offer.ts'
import { shapeText } from './grant-text.ts'

/** The grants of one gate: session grants in memory, lost when it ends, and stored ones (R70). */
export interface Grants {
  answer(asked: AskedCall | null, policies: Policies): Settled | null
  /** The grants of this gate's sessions and the stored ones. */
  all(): readonly Grant[]
  /** Keeps the grant that a person chose. Returns why it could not; the approval itself stays valid. */
  keep(request: ApprovalRequest, settled: Settled): Promise<string | null>
}

export interface GrantPorts {
  readonly clock: Clock
  readonly newId: () => string
  readonly grants?: GrantStore
  /** INVARIANT: a grant is recorded before it is kept. */
  readonly record: (events: readonly JournalEvent[]) => Promise<Fault | null>
}

export function newGrants({ clock, newId, grants: stored, record }: GrantPorts): Grants {
  const ofSession: Grant[] = []
  const all = () => [...ofSession, ...(stored?.read() ?? [])]
  return {
    all,
    answer: (asked, policies) => {
      if (asked === null) return null
      const grant = grantFor(all(), asked, { policies, now: clock.now().getTime() })
      if (grant === null) return null
      return { decision: 'approved', by: `${grant.id}: ${shapeText(grant.shape, asked.place)}`, reason: 'granted' }
    },
    keep: async ({ offers, session }, { remember, by }) => {
      if (remember === undefined) return null
      const wanted = canonicalJson(remember.shape)
      const offer = offers.find(({ shape }) => canonicalJson(shape) === wanted)
      if (offer === undefined || (remember.scope === 'always' && offer.upTo === 'session'))
        return 'not remembered: this grant was not offered'
      if (remember.scope === 'always' && stored === undefined) return 'not remembered: there is no store for grants'
      const now = clock.now()
      const id = sha256(newId()).slice(0, 8)
      const grant = grantFrom(offer, { id, scope: remember.scope, by, at: now.getTime() })
      const fault = await record([
        {
          type: 'setting_changed',
          at: timestamp(now),
          session,
          setting: 'grant',
          value: `${id} ${remember.scope}: ${offer.text}`,
          by,
        },
      ])
      if (fault !== null) return `not remembered: ${fault.message}`
      if (grant.scope === 'always' || stored?.keepsSessions === true) {
        const saved = await stored?.save(grant)
        return saved?.ok === false ? `not remembered: ${saved.faults[0].message}` : null
      }
      if (ofSession.length >= limits.grants) ofSession.shift()
      ofSession.push(grant)
      return null
    },
  }
}
