import type { Call } from '../core/call.ts'
import { sha256 } from '../core/digest.ts'
import type { Result } from '../core/fault.ts'
import type { GroupLimit } from './ground.ts'
import type { FenceKey, FenceLimits, FenceProfile, NetworkAccess } from './profile.ts'

/** The operating system's sandbox: bubblewrap, seatbelt. It only plans; the caller starts the command. */
export interface Fence {
  readonly name: string
  /** The keys that it can enforce on this machine. A fault says what is missing and how to fix it. */
  probe(): Promise<Result<readonly FenceKey[]>>
  /** The exact sandbox for one call: the same profile, call and files give the same plan. */
  plan(profile: FenceProfile, call: Call): Result<FencePlan>
}

/** The sandbox of one call, as data that can be printed, hashed and recorded. It has no values of environment variables. */
export interface FencePlan {
  /** The wrapper command; the command's own words follow it. */
  readonly argv: readonly string[]
  /** The names of the environment variables that the command gets. */
  readonly env: readonly string[]
  readonly mounts: readonly Mount[]
  /** The system call filter, in base64; null if the adapter has none. */
  readonly seccomp: string | null
  /** The hosts that the command may reach. */
  readonly network: NetworkAccess
  /** For each of these hosts, who or what allows it. */
  readonly hosts?: readonly ReachableHost[]
  readonly limits: FenceLimits
  /** The limits that a control group enforces; absent: none. */
  readonly grouped?: readonly GroupLimit[]
  /** Directories in which the command must not create a protected name, such as `.vscode/tasks.json`. */
  readonly guarded: readonly string[]
  /** Directories that the command changes only in an overlay; absent: it changes the real ones. */
  readonly overlay?: readonly string[]
  /** Paths in these overlays, outside the workspace, that a policy or a person lets the command write to. */
  readonly opened?: readonly string[]
}

export interface ReachableHost {
  readonly host: string
  readonly because: string
}

/** `private`: the command sees a directory of its own there, and what it writes ends with it. */
export type MountKind = 'read' | 'write' | 'hide' | 'private'

export interface Mount {
  readonly path: string
  readonly how: MountKind
  readonly because: string
}

/** A copy of the known fields of a plan, so that the adapter cannot change it after it was recorded. */
export const copyPlan = (plan: FencePlan): FencePlan => ({
  argv: [...plan.argv],
  env: [...plan.env],
  mounts: plan.mounts.map(({ path, how, because }) => ({ path, how, because })),
  seccomp: plan.seccomp,
  network: plan.network === 'full' ? 'full' : [...plan.network],
  ...(plan.hosts === undefined ? {} : { hosts: plan.hosts.map(({ host, because }) => ({ host, because })) }),
  limits: { ...plan.limits },
  ...(plan.grouped === undefined ? {} : { grouped: [...plan.grouped] }),
  guarded: [...plan.guarded],
  ...(plan.overlay === undefined ? {} : { overlay: [...plan.overlay] }),
  ...(plan.opened === undefined ? {} : { opened: [...plan.opened] }),
})

export const planDigest = (plan: FencePlan): string => sha256(JSON.stringify(copyPlan(plan)))
