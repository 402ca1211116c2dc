import type { Result } from '../core/fault.ts'
import type { Fence } from '../fence/fence.ts'
import { type FenceKey, keysOf } from '../fence/profile.ts'
import type { FenceSettings } from '../fence/settings.ts'

/** Something that a policy wants from the fence and that this machine cannot do. */
export interface FenceGap {
  readonly message: string
  /** What happens to commands: they run without the fence, or not at all. */
  readonly then: 'unfenced' | 'denied'
}

/** The same checks as before a run, made in advance. Pure: the probe has been made. */
export function fenceGaps(settings: FenceSettings, fence: Pick<Fence, 'name'>, probed: Result<readonly FenceKey[]>): readonly FenceGap[] {
  const { mode, adapter, profile } = settings
  if (mode === 'off' || mode === 'audit') return []
  if (adapter !== 'auto' && adapter !== fence.name)
    return [{ then: 'denied', message: `the policy requires the fence \`${adapter}\`, but this machine has \`${fence.name}\`` }]
  if (!probed.ok) return [{ then: mode === 'enforce' ? 'denied' : 'unfenced', message: probed.faults[0].message }]
  return keysOf(profile)
    .filter(key => !probed.value.includes(key))
    .map(key => ({ then: 'denied', message: `\`${fence.name}\` cannot enforce \`${key}\` here${remedies[key] ?? ''}` }))
}

/** How to make a key enforceable. */
export const remedies: Readonly<Partial<Record<FenceKey, string>>> = {
  hosts: '; install `nsenter` (util-linux), or remove `fence.network.allow`',
  cpus: '; install `taskset` (util-linux), or remove `fence.limits.cpus`',
  memory: '; install `prlimit` (util-linux), or remove the limit and choose a profile without it',
  processes: '; install `prlimit` (util-linux), or remove the limit and choose a profile without it',
}
