import { fail, ok } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ContainCaller } from '../../gate/contain/contain-call.ts'
import type { Fence, Ports, Trials } from '../../gate/ports.ts'
import type { Environment } from './client.ts'

/** How a client runs the fenced form of a call. */
export interface ContainingClient {
  /** Whether the shell of the call goes on to the next call with its directory. */
  readonly keepsDirectory: boolean
  /** A variable in which the client tells its shell the id of the call. */
  readonly callVariable?: string
  /** Whether an allow that carries a fenced form skips checks of the client's own. */
  readonly hasChecks?: boolean
}

/** The fence behind a hook: how the gate uses it, and the input that it gave the client to run. */
export interface HookFence {
  readonly caller: ContainCaller
  readonly ports: Pick<Ports, 'fence' | 'trials'>
  /** The whole input of the call with the fenced form of its command; null if the fence did not answer. */
  fenced(): JsonObject | null
}

export interface HookFenceOptions {
  readonly client: string
  readonly env: Environment
  readonly workspace: readonly string[]
  readonly ports: Pick<Ports, 'contained'>
  readonly containing: ContainingClient
}

/** Loads nothing until the fence is about to answer: most calls never ask. */
export function hookFence({ client, env, workspace, ports, containing }: HookFenceOptions): HookFence {
  const load = () => import('../../io/contain/hook-parts.ts')
  let fence: Fence | null = null
  let fencedInput: JsonObject | null = null
  const trials: Trials = {
    probe: async () => (await load()).machineTrials({ env }).probe(),
    open: async (plan, request) => (await load()).machineTrials({ env }).open(plan, request),
    // A contained call deletes nothing outside scratch space.
    fits: () => true,
  }
  return {
    fenced: () => fencedInput,
    ports: {
      trials,
      fence: {
        name: process.platform === 'linux' ? 'bubblewrap' : 'none',
        probe: async () => {
          fence = (await load()).machineFence({ env, workspace })
          return fence.probe()
        },
        plan: (profile, call) => fence?.plan(profile, call) ?? fail('sandbox_denied', 'the fence was not probed'),
      },
    },
    caller: {
      keepsDirectory: containing.keepsDirectory,
      overlays: true,
      hand: async handed => {
        const memory = ports.contained
        if (memory === undefined) return fail('sandbox_denied', 'contained runs cannot be remembered here')
        const { callVariable } = containing
        const input = await (await load()).handOver(handed, {
          ...{ env, client, memory, trials },
          ...(callVariable === undefined ? {} : { callVariable }),
        })
        if (!input.ok) return input
        fencedInput = input.value
        return ok(undefined)
      },
    },
  }
}
