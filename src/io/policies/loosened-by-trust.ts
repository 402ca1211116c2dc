import { dirname } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { loosenedBy } from '../../policy/widening.ts'
import { findPlace } from '../place.ts'
import type { Pin } from '../stores/trust-store.ts'
import { loadPolicies } from './load-policies.ts'

/** The ways in which a project's settings would loosen the gate with these pins, compared with no project policy. */
export async function loosenedByTrust(
  file: string,
  trust: ReadonlyMap<string, Pin>,
  drafts: ReadonlyMap<string, string> = new Map(),
): Promise<Result<readonly string[]>> {
  const place = findPlace({ cwd: dirname(file) })
  const without = await loadPolicies({ place: { ...place, workspace: [] } })
  if (!without.ok) return without
  const after = await loadPolicies({ place: { ...place, workspace: [dirname(file)] }, trust, drafts })
  if (!after.ok) return after
  // INVARIANT: the result is about the exact bytes that will be pinned.
  const isPinned = after.value.files.some(one => one.layer === 'project' && one.trusted)
  return isPinned
    ? ok(loosenedBy(without.value, after.value))
    : fail('policy_untrusted', `\`${file}\` changed while it was read; run this again`)
}
