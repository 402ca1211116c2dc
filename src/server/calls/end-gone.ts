import type { ApprovalDecided } from '../../audit/event.ts'
import { textIn, textsIn } from '../../audit/recorded-fields.ts'
import { timestamp } from '../../core/clock.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import type { Ports } from '../../gate/ports.ts'
import { isGone, readOwner } from '../../io/journal/lock-owner.ts'

/**
 * Ends the questions whose process died before it could record an outcome. INVARIANT: a process that cannot be checked counts as
 * alive, so that no question of a living caller ends.
 */
export async function endGone(asked: Iterable<JsonObject>, { journal, clock }: Pick<Ports, 'journal' | 'clock'>) {
  const gone = [...asked].filter(event => {
    const owner = readOwner(textIn(event, 'process'))
    return owner !== null && isGone(owner)
  })
  if (gone.length > 0) await journal.append(gone.map(event => ended(event, timestamp(clock.now()))))
}

const ended = (event: JsonObject, at: string): ApprovalDecided => ({
  type: 'approval_decided',
  session: textIn(event, 'session'),
  call: textIn(event, 'call'),
  clientCall: ownString(event, 'clientCall') ?? null,
  agents: textsIn(event, 'agents'),
  tool: textIn(event, 'tool'),
  at,
  approval: textIn(event, 'approval'),
  key: textIn(event, 'key'),
  decision: 'denied',
  by: 'the caller is gone',
  reason: 'cancelled',
  notes: [],
})
