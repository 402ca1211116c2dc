import { dirname } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { findPlace } from '../../io/place.ts'
import { loadPolicies } from '../../io/policies/load-policies.ts'
import type { Pin } from '../../io/stores/trust-store.ts'
import { loosenedBy } from '../../policy/widening.ts'

/** What a project's settings would loosen if these pins were the trusted ones, compared with no project at all. */
export async function loosenedByTrust(
  file: string,
  trust: ReadonlyMap<string, Pin>,
): Promise<Result<readonly string[]>> {
  const place = findPlace({ cwd: dirname(file) })
  const without = await loadPolicies({ place: { ...place, workspace: [] } })
  if (!without.ok) return without
  const after = await loadPolicies({ place: { ...place, workspace: [dirname(file)] }, trust })
  if (!after.ok) return after
  // INVARIANT: what is told is about the bytes that will be pinned.
  const isPinned = after.value.files.some(one => one.layer === 'project' && one.trusted)
  return isPinned
    ? ok(loosenedBy(without.value, after.value))
    : fail('policy_untrusted', `\`${file}\` has changed while it was looked at; run it again`)
}
