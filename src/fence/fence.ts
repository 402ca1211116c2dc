import type { Call } from '../core/call.ts'
import { sha256 } from '../core/digest.ts'
import type { Result } from '../core/fault.ts'
import type { FenceKey, FenceProfile } from './profile.ts'

/** The operating system's sandbox: bubblewrap, seatbelt. Neither function starts what it plans. */
export interface Fence {
  readonly name: string
  /** Whether it works on this machine, and which keys it can enforce here. A fault says what is missing and the remedy. */
  probe(): Promise<Result<readonly FenceKey[]>>
  /** Exactly what one call would run in. Pure: the same profile and call, the same plan. */
  plan(profile: FenceProfile, call: Call): Result<FencePlan>
}

/** What one call runs in, as data that can be printed, hashed and recorded. It holds no value of the environment. */
export interface FencePlan {
  /** The words to start in front of the command's own. */
  readonly argv: readonly string[]
  /** The names of the variables that reach the command. */
  readonly env: readonly string[]
  readonly mounts: readonly Mount[]
  /** The filter for system calls, as text; null where the adapter has none. */
  readonly seccomp: string | null
}

export interface Mount {
  readonly path: string
  readonly how: 'read' | 'write' | 'hide'
  readonly because: string
}

/** The plan and nothing besides: what an adapter hands over is copied, so that nobody changes it after it was recorded. */
export const copyPlan = ({ argv, env, mounts, seccomp }: FencePlan): FencePlan => ({
  argv: [...argv],
  env: [...env],
  mounts: mounts.map(({ path, how, because }) => ({ path, how, because })),
  seccomp,
})

export const planDigest = (plan: FencePlan): string => sha256(JSON.stringify(copyPlan(plan)))
