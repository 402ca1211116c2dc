import type { Place } from '../core/call.ts'
import type { ReachableHost } from './fence.ts'
import type { Architecture } from './seccomp/system-calls.ts'

/** The limits that a control group of the kernel can enforce for all processes together. */
export const groupLimits = ['memory', 'processes', 'cpus'] as const
export type GroupLimit = (typeof groupLimits)[number]

/** Facts about the machine and its files, collected before planning. A plan depends on them and on the profile alone. */
export interface FenceGround {
  readonly place: Pick<Place, 'cwd' | 'workspace' | 'home' | 'own'>
  readonly architecture: Architecture
  readonly isRoot: boolean
  /** The user's environment variables, by name. */
  readonly env: readonly string[]
  /** Directories on the PATH that exist, without symbolic links. */
  readonly programs: readonly string[]
  /** Existing paths of the home and the workspace that may have to be hidden or kept from changes, without symbolic links. */
  readonly entries: readonly Entry[]
  /** Git directories of the workspace: its own, those of submodules and other repositories in it, and those of worktrees. */
  readonly repositories: readonly string[]
  /** Paths that git obeys because a configuration names them: directories of hooks, included files. */
  readonly gitObeys: readonly string[]
  /** Temporary directories and files that the call may use at their real place. */
  readonly scratch: readonly string[]
  /** Unix sockets of the host that have a path, and whether there are some without, or with a path that is not known. */
  readonly sockets: readonly string[]
  readonly hasAbstractSockets: boolean
  readonly hasLostSockets: boolean
  /** The directory of Sallyport's journal, grants and approvals. */
  readonly state: string
  /** Homes of other people that this user could read. */
  readonly otherHomes: readonly string[]
  /** Files that exist, out of those that a plan may name: `/proc/kcore`, `/etc/shadow`… */
  readonly existing: ReadonlySet<string>
  /** For each path that may be written and is not a directory: its real path, and the directory that it is or would be in. */
  readonly named?: readonly NamedFile[]
  /** The directory for this workspace's caches. */
  readonly caches: string
  /** The hosts of the registries that the project's manifests and lock files name. */
  readonly registries?: readonly ReachableHost[]
  /** The limits that a control group can enforce here. */
  readonly grouped: readonly GroupLimit[]
}

export interface NamedFile {
  /** As the policy or the person names it. */
  readonly named: string
  /** Without symbolic links. */
  readonly path: string
  readonly directory: string
}

export interface Entry {
  /** Without symbolic links; the mount is made here. */
  readonly path: string
  /** The name that decides what the entry is. A link `.env` may lead to a file with a harmless name. */
  readonly named: string
  readonly kind: 'file' | 'directory' | 'socket'
}
