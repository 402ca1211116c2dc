import { type Call, nowhere } from '../../src/core/call.ts'
import { ok, type Result } from '../../src/core/fault.ts'
import { type FenceProfile, unlimited } from '../../src/fence/profile.ts'
import type { OpenTrial } from '../../src/gate/trial-port.ts'
import { bubblewrapFence } from '../../src/io/fence/bubblewrap-fence.ts'
import { runFenced } from '../../src/io/fence/run-fenced.ts'
import { machineTrials } from '../../src/io/overlay/trials.ts'
import type { TrialDiff } from '../../src/trial/change.ts'
import { defaultCeiling, type UndoCeiling } from '../../src/trial/undo-ceiling.ts'

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

interface TrialRoom {
  readonly workspace: string
  readonly home: string
  readonly ceiling?: UndoCeiling
  readonly env?: NodeJS.ProcessEnv
}

/** Runs shell text in an overlay of a workspace, with a home of its own. */
export async function runInTrial(text: string, room: TrialRoom): Promise<RanTrial> {
  for (let attempt = 1; ; attempt += 1) {
    const ran = await tryInTrial(text, room)
    if (ran !== null) return ran
    if (attempt === 20) throw new Error('the sandbox could not be set up')
  }
}

/** Null if the fence did not start: a socket of another program may end between the plan and the start. */
async function tryInTrial(text: string, { workspace, home, ceiling, env: given }: TrialRoom): Promise<RanTrial | null> {
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: undefined, XDG_CACHE_HOME: undefined, ...given }
  const fence = bubblewrapFence(env, [workspace])
  orThrow(await fence.probe())
  const place = { ...nowhere, cwd: workspace, workspace: [workspace], home }
  const call: Call = { tool: 'bash', input: {}, id: null, place }
  const plan = orThrow(fence.plan(profile, call))
  const trial = orThrow(
    await machineTrials({ env }).open(plan, { title: text.slice(0, 80), ceiling: ceiling ?? defaultCeiling }),
  )
  const { end } = await runFenced({
    plan: trial.plan,
    argv: ['sh', '-c', text],
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  }).result
  if (end.kind === 'broken') {
    trial.discard()
    return null
  }
  if (end.kind !== 'exited') throw new Error(`the run ended with ${JSON.stringify(end)}`)
  return { trial, diff: orThrow(await trial.diff()), exitCode: end.code }
}
