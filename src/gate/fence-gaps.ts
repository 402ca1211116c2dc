import type { Result } from '../core/fault.ts'
import { type FenceKey, keysOf } from '../fence/profile.ts'
import type { FenceSettings } from '../fence/settings.ts'

/** Something that the policies want from the fence and that this machine cannot do. */
export interface FenceGap {
  readonly message: string
  /** The result for commands: they run without the fence, or not at all. */
  readonly then: 'unfenced' | 'denied'
  readonly remedy: string | null
}

/** The checks before a run, made in advance. */
export function fenceGaps(
  { mode, adapter, profile }: FenceSettings,
  { name, probed }: { readonly name: string; readonly probed: Result<readonly FenceKey[]> },
): readonly FenceGap[] {
  if (mode === 'off' || mode === 'audit') return []
  if (adapter !== 'auto' && adapter !== name)
    return [
      {
        then: 'denied',
        message: `the policy requires the fence \`${adapter}\`, but this machine has \`${name}\``,
        remedy: 'remove `fence.adapter` from the policy',
      },
    ]
  if (!probed.ok)
    return [{ then: mode === 'enforce' ? 'denied' : 'unfenced', message: probed.faults[0].message, remedy: null }]
  const missing = keysOf(profile).filter(key => !probed.value.includes(key))
  return missing.map(key => ({
    then: 'denied',
    message: `\`${name}\` cannot enforce \`${key}\` here`,
    remedy: remedyFor([key]),
  }))
}

/** Advice about keys that the fence of this machine cannot enforce. */
export const remedyFor = (keys: readonly FenceKey[]): string =>
  keys.includes('hosts')
    ? 'install util-linux, which has `nsenter`, or list no hosts in `fence.network`'
    : 'change `fence` in the policy, or run it on a machine that can'
