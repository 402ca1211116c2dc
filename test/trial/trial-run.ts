import { type Call, nowhere } from '../../src/core/call.ts'
import { ok, type Result } from '../../src/core/fault.ts'
import { type FenceProfile, unlimited } from '../../src/fence/profile.ts'
import type { OpenTrial } from '../../src/gate/trial-port.ts'
import { bubblewrapFence } from '../../src/io/fence/bubblewrap-fence.ts'
import { runFenced } from '../../src/io/fence/run-fenced.ts'
import { machineTrials } from '../../src/io/overlay/trials.ts'
import type { UndoCeiling } from '../../src/io/overlay/undo-store.ts'
import type { TrialDiff } from '../../src/trial/change.ts'

const profile: FenceProfile = {
  ...{ name: 'balanced', readOnly: false, network: [], write: [], hide: [], env: [], limits: unlimited },
  overlay: true,
}

/** For undos whose record no test reads. */
export const unrecorded = async () => ok(undefined)

/** A trial that ran, with what it changed. */
export interface RanTrial {
  readonly trial: OpenTrial
  readonly diff: TrialDiff
  readonly exitCode: number
}

export const orThrow = <T>(result: Result<T>): T => {
  if (result.ok) return result.value
  throw new Error(result.faults[0].message)
}

/** Runs shell text in an overlay of a workspace, with a home of its own. */
export async function runInTrial(
  text: string,
  { workspace, home, ceiling }: { readonly workspace: string; readonly home: string; readonly ceiling?: UndoCeiling },
): Promise<RanTrial> {
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined }
  const fence = bubblewrapFence(env, [workspace])
  orThrow(await fence.probe())
  const place = { ...nowhere, cwd: workspace, workspace: [workspace], home }
  const call: Call = { tool: 'bash', input: {}, id: null, place }
  const plan = orThrow(fence.plan(profile, call))
  const trial = orThrow(
    await machineTrials({ env, ...(ceiling === undefined ? {} : { ceiling }) }).open(plan, text.slice(0, 80)),
  )
  const { end } = await runFenced({
    plan: trial.plan,
    argv: ['sh', '-c', text],
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  }).result
  if (end.kind !== 'exited') throw new Error(`the run ended with ${JSON.stringify(end)}`)
  return { trial, diff: orThrow(await trial.diff()), exitCode: end.code }
}
