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

/** Records which policies are in force, before they decide anything (R221). */
export interface PolicyAnnouncer {
  /** Call before the first call: records what changed since the policies that the last process used here. */
  announce(policies: Policies): Promise<Fault | null>
  /** Call before `next` comes into force. */
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
      // The journal has these warnings already, but the listeners of this gate do not.
      for (const warning of warningsOf(policies)) events.send(() => warning)
      return null
    }
    const fault = await (policyMemory === undefined ? record(warningsOf(policies)) : recordChange(before, policies))
    if (fault !== null) announced = null
    return fault
  }

  /** A new policy comes into force after its record: both digests, and everything that only the new one allows. */
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
