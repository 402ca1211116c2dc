/** The profiles, laxest first: a stricter one never permits anything that a laxer one forbids (R211). */
export const profileNames = ['minimal', 'balanced', 'strict'] as const
export type ProfileName = (typeof profileNames)[number]

/** The most that a run may touch and use. `null`: as the named profile says. */
export interface FenceProfile {
  readonly name: ProfileName
  /** Whether the run may not write anything. */
  readonly readOnly: boolean
  /** Hosts that may be reached. */
  readonly network: readonly string[] | null
  readonly limits: FenceLimits
}

export interface FenceLimits {
  /** Bytes. */
  readonly memory: number | null
  readonly cpus: number | null
  readonly processes: number | null
  readonly seconds: number | null
}

/** The settings that a profile may add to its name. An adapter may not be able to enforce all of them. */
export const fenceKeys = ['read_only', 'network', 'memory', 'cpus', 'processes', 'seconds'] as const
export type FenceKey = (typeof fenceKeys)[number]

/** The keys that this profile sets. All of them must be enforced. */
export function keysOf({ readOnly, network, limits }: FenceProfile): readonly FenceKey[] {
  const isSet: Readonly<Record<FenceKey, boolean>> = {
    read_only: readOnly,
    network: network !== null,
    memory: limits.memory !== null,
    cpus: limits.cpus !== null,
    processes: limits.processes !== null,
    seconds: limits.seconds !== null,
  }
  return fenceKeys.filter(key => isSet[key])
}
