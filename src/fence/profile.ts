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
  /** Access that a person has opened for this workspace, on top of the policies. */
  readonly allowed?: readonly FenceAllowance[]
  /** Whether the run reaches the registries that the project's manifests name. A policy about the network replaces that. */
  readonly registries?: boolean
  /** Whether the run changes files only in an overlay, so that its changes can be looked at before they are kept. */
  readonly overlay?: boolean
  /** With `overlay`: whether protected names stay as they are, because no person reviews the changes. */
  readonly keepsProtected?: boolean
  /** Set for a call that no person agreed to: all of git's files stay as they are, and its caches are apart from those of other runs. */
  readonly contained?: true
}

/** One thing that a person lets through the fence: `sallyport fence allow`. */
export interface FenceAllowance {
  readonly opens: AllowanceKind
  /** An absolute path, a host such as `example.com:8443`, or the name of a variable. */
  readonly what: string
}

export const allowanceKinds = ['path', 'host', 'variable'] as const
export type AllowanceKind = (typeof allowanceKinds)[number]

const allowedOf = ({ allowed = [] }: FenceProfile, opens: AllowanceKind): readonly string[] =>
  allowed.flatMap(one => (one.opens === opens ? [one.what] : []))

/** Who lets the run use this path, host or variable. */
export const openedBy = (profile: FenceProfile, opens: AllowanceKind, what: string): string =>
  allowedOf(profile, opens).includes(what) ? 'you allowed it with `sallyport fence allow`' : 'the policy allows it'

/** Whether the hosts of the project's registries are open: only by default, never against a policy or a stricter profile. */
export const reachesRegistries = ({ registries, network, name }: FenceProfile): boolean =>
  registries === true && network === null && name === 'balanced'

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

/** The settings that a profile may add to its name. An adapter may not be able to enforce all of them. `hosts`: some, not all. */
export const fenceKeys = [
  ...(['read_only', 'network', 'hosts', 'write', 'hide', 'env'] as const),
  ...(['memory', 'cpus', 'processes', 'seconds', 'file_size', 'output'] as const),
] as const
export type FenceKey = (typeof fenceKeys)[number]

/** The keys that this profile sets, by itself or by its name. All of them must be enforced. */
export function keysOf(profile: FenceProfile): readonly FenceKey[] {
  const { readOnly, hide, write, env, network, limits } = effectiveProfile(profile)
  const isSet: Readonly<Record<FenceKey, boolean>> = {
    read_only: readOnly,
    network: profile.network !== null,
    hosts: network !== 'full' && network.length > 0,
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

/** The settings of a profile's name where the policy does not say more. */
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

/** The profile with the defaults of its name and what a person has allowed filled in. */
export interface EffectiveProfile extends FenceProfile {
  readonly reads: ProfileDefaults['reads']
  readonly network: NetworkAccess
}

export function effectiveProfile(profile: FenceProfile): EffectiveProfile {
  const { reads, limits, ...defaults } = profileDefaults[profile.name]
  const network = profile.network ?? defaults.network
  return {
    ...profile,
    reads,
    network: network === 'full' ? network : [...network, ...allowedOf(profile, 'host')],
    write: [...profile.write, ...allowedOf(profile, 'path')],
    env: [...profile.env, ...allowedOf(profile, 'variable')],
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

/** The smaller of two limits; null means unlimited. */
export const smaller = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)
