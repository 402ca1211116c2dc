/** How tight the fence is, laxest first: a stricter one never permits what a laxer one forbids (R211). */
export const profileNames = ['minimal', 'balanced', 'strict'] as const
export type ProfileName = (typeof profileNames)[number]

/** What a run may touch and use at most. `null` leaves a key to what the name stands for. */
export interface FenceProfile {
  readonly name: ProfileName
  /** Whether the run may write nothing at all. */
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

/** What a profile may ask for beyond its name, each of which an adapter can enforce or not. */
export const fenceKeys = ['read_only', 'network', 'memory', 'cpus', 'processes', 'seconds'] as const
export type FenceKey = (typeof fenceKeys)[number]

/** The keys that this profile sets, all of which must be enforced. */
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
