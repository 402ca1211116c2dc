import { fail, type Result } from '../../core/fault.ts'
import { profileNames } from '../../fence/profile.ts'
import type { FenceSettings } from '../../fence/settings.ts'
import { callFence, type FencedCall } from '../call-fence.ts'
import { type Planned, type Planning, planCall } from '../plan-call.ts'

export interface ContainPlanning extends Pick<Planning, 'fence' | 'clock'>, FencedCall {
  readonly settings: FenceSettings
  /** Whether the run changes files in an overlay, so that the policies judge the changes before they are kept. */
  readonly overlay: boolean
}

/** A plan that really fences its call. */
export interface ContainedPlan extends Planned {
  readonly plan: NonNullable<Planned['plan']>
  readonly digest: string
}

/** The fence of a contained call. A fault means that no fence holds the call here, so that a person is asked. */
export async function containedPlan({
  settings,
  fence,
  clock,
  overlay,
  ...fenced
}: ContainPlanning): Promise<Result<ContainedPlan>> {
  const restricted = restrictedSettings(callFence(settings, fenced), overlay)
  const planned = await planCall({ call: fenced.call, wish: 'restricted', settings: restricted, fence, clock })
  if (!planned.ok) return planned
  const { plan, recorded } = planned.value
  if (plan === null || recorded?.digest == null) return fail('sandbox_denied', 'the fence returned no plan')
  return { ok: true, value: { ...planned.value, plan, digest: recorded.digest } }
}

/**
 * The strictest reading of the policies' settings: at least the profile `balanced`, and no host but those that the policies or
 * a person list. INVARIANT: `network: full` is not a list, so it opens nothing to a call that no person agreed to.
 */
export function restrictedSettings(settings: FenceSettings, overlay: boolean): FenceSettings {
  const { profile } = settings
  const isLax = profileNames.indexOf(profile.name) < profileNames.indexOf('balanced')
  return {
    ...settings,
    rewrites: false,
    profile: {
      ...profile,
      name: isLax ? 'balanced' : profile.name,
      network: profile.network === 'full' ? [] : (profile.network ?? []),
      registries: false,
      contained: true,
      overlay,
    },
  }
}
