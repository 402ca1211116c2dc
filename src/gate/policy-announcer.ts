import type { Broadcast } from '../audit/broadcast.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { Place } from '../core/call.ts'
import { timestamp } from '../core/clock.ts'
import type { Fault } from '../core/fault.ts'
import type { Policies } from '../policy/policies.ts'
import { policyWarnings } from '../policy/warnings.ts'
import { type Allowance, allowanceOf, widenedBy } from '../policy/widening.ts'
import type { Ports } from './ports.ts'
import type { RecordEvents } from './record-events.ts'

/** Tells the journal which policies are in force, before they decide anything (R221). */
export interface PolicyAnnouncer {
  /** Before the first call: what these policies change, compared with those that the last process used here. */
  announce(policies: Policies): Promise<Fault | null>
  /** Before others come into force. */
  replace(policies: Policies, next: Policies): Promise<Fault | null>
}

interface Recording {
  readonly record: RecordEvents
  readonly events: Broadcast<JournalEvent>
}

export function policyAnnouncer(
  { clock, policyMemory }: Ports,
  { workspace }: Place,
  { record, events }: Recording,
): PolicyAnnouncer {
  let announced: Promise<Fault | null> | null = null

  async function announceOnce(policies: Policies): Promise<Fault | null> {
    const before = policyMemory?.recall(workspace) ?? null
    if (before?.digest === policies.digest) {
      // What the journal has already, whoever listens to this gate has not heard.
      for (const warning of warningsOf(policies)) events.send(() => warning)
      return null
    }
    const fault = await (policyMemory === undefined ? record(warningsOf(policies)) : recordChange(before, policies))
    if (fault !== null) announced = null
    return fault
  }

  /** A change of policy comes into force after its record: both digests, and what it lets through that was not before. */
  async function recordChange(before: Allowance | null, next: Policies): Promise<Fault | null> {
    const after = allowanceOf(next)
    const previous = before?.digest ?? null
    const at = timestamp(clock.now())
    const widened = widenedBy(before, after)
    const fault = await record([
      { type: 'policy_loaded', at, digest: after.digest, previous, widened },
      ...warningsOf(next),
    ])
    if (fault === null) policyMemory?.remember(workspace, after)
    return fault
  }

  function warningsOf(policies: Policies): readonly JournalEvent[] {
    const at = timestamp(clock.now())
    return policyWarnings(policies).map(warning => ({
      type: 'policy_warned',
      at,
      digest: policies.digest,
      ...warning,
    }))
  }

  const announce = (policies: Policies): Promise<Fault | null> => {
    announced ??= announceOnce(policies)
    return announced
  }

  return {
    announce,
    replace: async (policies, next) => (await announce(policies)) ?? (await recordChange(allowanceOf(policies), next)),
  }
}
