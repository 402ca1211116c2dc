import type { JournalEvent } from './audit/event.ts'
import type { Place } from './core/call.ts'
import type { Fault } from './core/fault.ts'
import type { Policies } from './policy/policies.ts'
import { type Allowance, allowanceOf, widenedBy } from './policy/widening.ts'
import type { Ports } from './ports.ts'

/** Tells the journal which policies are in force, before they decide anything (R221). */
export interface Announcer {
  /** Before the first call: what these policies change, compared with those that the last process used here. */
  announce(policies: Policies): Promise<Fault | null>
  /** Before others come into force. */
  replace(policies: Policies, next: Policies): Promise<Fault | null>
}

export function announcer(
  { clock, policyMemory }: Ports,
  { workspace }: Place,
  record: (batch: readonly JournalEvent[]) => Promise<Fault | null>,
): Announcer {
  let announced: Promise<Fault | null> | null = null

  async function announceOnce(policies: Policies): Promise<Fault | null> {
    if (policyMemory === undefined) return null
    const before = policyMemory.recall(workspace)
    const fault = before?.digest === policies.digest ? null : await recordChange(before, policies)
    if (fault !== null) announced = null
    return fault
  }

  /** A change of policy comes into force after its record: both digests, and what it lets through that was not before. */
  async function recordChange(before: Allowance | null, next: Policies): Promise<Fault | null> {
    const after = allowanceOf(next)
    const previous = before?.digest ?? null
    const at = clock.now().toISOString()
    const widened = widenedBy(before, after)
    const fault = await record([{ type: 'policy_loaded', at, digest: after.digest, previous, widened }])
    if (fault === null) policyMemory?.remember(workspace, after)
    return fault
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
