import { adapterFor } from '../../fence/adapter-for.ts'
import type { Fence } from '../../fence/fence.ts'
import { bubblewrapFence } from './bubblewrap-fence.ts'
import { seatbeltFence } from './seatbelt-fence.ts'

/** Where the fence is used. */
export interface MachineFenceOptions {
  /** The environment of the commands; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** The workspaces: the sandbox is never a program inside them. */
  readonly workspace?: readonly string[]
}

/**
 * The fence of this machine: bubblewrap on Linux, seatbelt on macOS. Elsewhere its probe fails, so nothing runs in it.
 *
 * @example
 * createGate({ policies, place, ports: { ...ports, fence: machineFence({ workspace: place.workspace }) } })
 */
export function machineFence({ env = process.env, workspace = [] }: MachineFenceOptions = {}): Fence {
  const adapter = adapterFor(process.platform)
  if (!adapter.ok) return { name: 'none', probe: async () => adapter, plan: () => adapter }
  return adapter.value === 'seatbelt' ? seatbeltFence(env) : bubblewrapFence(env, workspace)
}
