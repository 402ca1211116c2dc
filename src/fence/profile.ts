/** The profiles, laxest first: a stricter one never permits anything that a laxer one forbids (R211). */
export const profileNames = ['minimal', 'balanced', 'strict'] as const
export type ProfileName = (typeof profileNames)[number]

/** The names that the documents use for the same profiles. */
export const profileAliases = { dev: 'minimal', prod: 'strict' } as const satisfies Readonly<
  Record<string, ProfileName>
>

/** The profile with this name or alias. */
export const profileNamed = (name: string): ProfileName | null =>
  profileNames.find(one => one === name) ?? (Object.hasOwn(profileAliases, name) ? profileAliases[name as 'dev'] : null)

/** The hosts that a run may reach: all of them, or a list such as `example.com`, `*.example.com` and `example.com:8443`. */
export type NetworkAccess = 'full' | readonly string[]

/** The most that a run may touch and use. `null`: as the named profile says. */
export interface FenceProfile {
  readonly name: ProfileName
  /** Whether the run may not write anything. */
  readonly readOnly: boolean
  readonly network: NetworkAccess | null
  /** Paths that the run may write to besides the workspace, and paths that it does not see: absolute, `~/…` or relative to the workspace. */
  readonly write: readonly string[]
  readonly hide: readonly string[]
  /** Names of environment variables that the run gets besides the usual ones. */
  readonly env: readonly string[]
  readonly limits: FenceLimits
}

export interface FenceLimits {
  /** Bytes. */
  readonly memory: number | null
  readonly cpus: number | null
  readonly processes: number | null
  readonly seconds: number | null
  /** Bytes of each file that it writes. */
  readonly fileSize: number | null
  /** Bytes that it prints. */
  readonly output: number | null
}

/** The settings that a profile may add to its name. An adapter may not be able to enforce all of them. */
export const fenceKeys = [
  ...(['read_only', 'network', 'write', 'hide', 'env'] as const),
  ...(['memory', 'cpus', 'processes', 'seconds', 'file_size', 'output'] as const),
] as const
export type FenceKey = (typeof fenceKeys)[number]

/** The keys that this profile sets. All of them must be enforced. */
export function keysOf({ readOnly, network, write, hide, env, limits }: FenceProfile): readonly FenceKey[] {
  const isSet: Readonly<Record<FenceKey, boolean>> = {
    read_only: readOnly,
    network: network !== null,
    write: write.length > 0,
    hide: hide.length > 0,
    env: env.length > 0,
    memory: limits.memory !== null,
    cpus: limits.cpus !== null,
    processes: limits.processes !== null,
    seconds: limits.seconds !== null,
    file_size: limits.fileSize !== null,
    output: limits.output !== null,
  }
  return fenceKeys.filter(key => isSet[key])
}

/** What a profile's name means where the policy does not say more. */
export interface ProfileDefaults {
  /** Files outside the workspace: all but the secrets, or only those that programs need. */
  readonly reads: 'all but secrets' | 'programs only'
  readonly network: NetworkAccess
  readonly limits: FenceLimits
}

export const unlimited: FenceLimits = {
  memory: null,
  cpus: null,
  processes: null,
  seconds: null,
  fileSize: null,
  output: null,
}
const gibibyte = 2 ** 30

export const profileDefaults: Readonly<Record<ProfileName, ProfileDefaults>> = {
  minimal: { reads: 'all but secrets', network: 'full', limits: unlimited },
  balanced: { reads: 'all but secrets', network: [], limits: unlimited },
  strict: {
    reads: 'programs only',
    network: [],
    limits: { ...unlimited, memory: 4 * gibibyte, processes: 512, seconds: 1_800 },
  },
}

/** The profile with the defaults of its name filled in. */
export interface EffectiveProfile extends FenceProfile {
  readonly reads: ProfileDefaults['reads']
  readonly network: NetworkAccess
}

export function effectiveProfile(profile: FenceProfile): EffectiveProfile {
  const { reads, network, limits } = profileDefaults[profile.name]
  return {
    ...profile,
    reads,
    network: profile.network ?? network,
    limits: {
      memory: smaller(profile.limits.memory, limits.memory),
      cpus: smaller(profile.limits.cpus, limits.cpus),
      processes: smaller(profile.limits.processes, limits.processes),
      seconds: smaller(profile.limits.seconds, limits.seconds),
      fileSize: smaller(profile.limits.fileSize, limits.fileSize),
      output: smaller(profile.limits.output, limits.output),
    },
  }
}

const smaller = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)
