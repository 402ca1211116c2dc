import type { RecordedFence } from '../audit/event.ts'
import type { Call } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { copyPlan, type Fence, type FencePlan, planDigest } from '../fence/fence.ts'
import { type FenceKey, keysOf } from '../fence/profile.ts'
import type { FenceSettings } from '../fence/settings.ts'
import type { FenceWish } from '../fence/wish.ts'
import { remedyFor } from './fence-gaps.ts'
import { recordedRewrite, rewrittenCall } from './rewrite-call.ts'

export interface Planning {
  readonly call: Call
  /** The fence that the call asks for; null if it starts no command. `none` counts only after it was allowed. */
  readonly wish: FenceWish | null
  readonly settings: FenceSettings
  readonly fence: Fence | undefined
  readonly clock: Clock
}

/** The fence that a call runs in, and its record. Without a plan the call runs unfenced. */
export interface Planned {
  readonly plan: FencePlan | null
  readonly recorded: RecordedFence | null
  /** The call that runs: the one that was judged, or the same command for the tool `sandbox` (R111). */
  readonly call: Call
}

/**
 * Plans the fence for an allowed call. INVARIANT: where a fence is required and not available, the result is
 * `sandbox_denied`, never a weaker plan and never an unfenced run (C14).
 */
export async function planCall(planning: Planning): Promise<Result<Planned>> {
  const { wish, settings, call } = planning
  const unfenced = (why: string): Planned => ({ plan: null, recorded: { ...noFence, why }, call })
  if (wish === null) return ok({ plan: null, recorded: null, call })
  if (wish === 'none') return ok(unfenced('the call was allowed to run without a fence'))
  const mode = wish === 'restricted' ? 'enforce' : settings.mode
  if (mode === 'off') return ok(unfenced('the policy turns the fence off'))
  const other = otherAdapter(planning)
  const keys = other ?? (await abilities(planning))
  if (mode === 'auto' && other === null && !keys.ok) return ok(unfenced(keys.faults[0].message))
  const made = keys.ok ? makePlan(planning, keys.value) : keys
  const rewritten = made.ok ? rewrite(planning, made.value) : ok(null)
  if (!rewritten.ok && mode !== 'audit') return rewritten
  const instead = rewritten.ok ? rewritten.value : null
  const record = (enforced: 'audit' | 'enforce'): RecordedFence => ({
    ...recorded(enforced, made, planning),
    ...(instead === null ? {} : { rewrite: recordedRewrite(instead) }),
  })
  if (mode === 'audit') return ok({ plan: null, recorded: record('audit'), call })
  return made.ok ? ok({ plan: made.value, recorded: record('enforce'), call: instead ?? call }) : made
}

const noFence = { mode: 'off', adapter: null, profile: null, plan: null, digest: null } as const

/** The last step before the tool runs: where the policies say so, a `bash` call becomes one of `sandbox`. */
const rewrite = ({ call, settings }: Planning, plan: FencePlan): Result<Call | null> =>
  settings.rewrites ? rewrittenCall(call, plan, settings.profile.readOnly) : ok(null)

const recorded = (
  mode: 'audit' | 'enforce',
  made: Result<FencePlan>,
  { fence, settings }: Planning,
): RecordedFence => ({
  mode,
  adapter: fence?.name ?? null,
  profile: settings.profile,
  plan: made.ok ? made.value : null,
  digest: made.ok ? planDigest(made.value) : null,
  why: made.ok ? null : made.faults[0].message,
})

/** A fault if the policy names another fence than this machine has: even `auto` does not run without the one that is named. */
function otherAdapter({ fence, settings: { adapter } }: Planning): Result<never> | null {
  if (fence === undefined || adapter === 'auto' || adapter === fence.name) return null
  return denied(`the policy requires the fence \`${adapter}\`, but this machine has \`${fence.name}\``)
}

/** The keys that this machine's fence can enforce; a fault if there is no fence, or if it does not work. */
async function abilities({ fence, clock }: Planning): Promise<Result<readonly FenceKey[]>> {
  if (fence === undefined)
    return denied("no fence is set up; pass one in the gate's ports, or change `fence` in the policy")
  const probed = await withinTime(fence, clock)
  return probed.ok ? probed : denied(`\`${fence.name}\` does not work here: ${probed.faults[0].message}`)
}

/** Probes the fence. One that throws or does not answer in time counts as not working. */
function withinTime(fence: Fence, clock: Clock): Promise<Result<readonly FenceKey[]>> {
  return new Promise(resolve => {
    const cancel = clock.after(limits.probeMs, () => resolve(denied(`no answer in ${limits.probeMs} ms`)))
    const answer = (result: Result<readonly FenceKey[]>) => {
      cancel()
      resolve(result)
    }
    Promise.resolve()
      .then(() => fence.probe())
      .then(answer, () => answer(denied('the probe failed')))
  })
}

function makePlan({ fence, settings, call }: Planning, keys: readonly FenceKey[]): Result<FencePlan> {
  if (fence === undefined) return denied('no fence is set up')
  const missing = keysOf(settings.profile).filter(key => !keys.includes(key))
  if (missing.length > 0)
    return denied(`\`${fence.name}\` cannot enforce \`${missing.join('`, `')}\` here; ${remedyFor(missing)}`)
  try {
    const plan = fence.plan(settings.profile, call)
    if (!plan.ok) return denied(plan.faults[0].message)
    // Without a wrapper command in front of it, the command would run unfenced.
    return plan.value.argv.length === 0 ? denied(`\`${fence.name}\` returned an empty plan`) : ok(copyPlan(plan.value))
  } catch {
    return denied(`\`${fence.name}\` could not plan the call`)
  }
}

const denied = (why: string): Result<never> => fail('sandbox_denied', why)
