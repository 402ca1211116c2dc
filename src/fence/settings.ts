import { matchWildcard } from '../core/glob.ts'
import { isObject, type Json, type JsonObject, own, ownString } from '../core/json.ts'
import { isWithin, resolvePath } from '../core/path.ts'
import {
  type AllowanceKind,
  type FenceProfile,
  type NetworkAccess,
  type ProfileName,
  profileNamed,
  profileNames,
} from './profile.ts'
import { sizeInBytes } from './size.ts'

/**
 * `off`: no fence; `audit`: no fence, but its plan is recorded; `auto`: a fence where one works (C15); `enforce`: no run
 * without a fence. Laxest first.
 */
export const fenceModes = ['off', 'audit', 'auto', 'enforce'] as const
export type FenceMode = (typeof fenceModes)[number]

export const adapterNames = ['auto', 'bubblewrap', 'seatbelt'] as const
export type AdapterName = (typeof adapterNames)[number]

/** The fence settings of all policies combined. */
export interface FenceSettings {
  readonly mode: FenceMode
  readonly adapter: AdapterName
  readonly profile: FenceProfile
  /** Whether a `bash` call runs as the tool `sandbox`, with these settings as its input (R108). */
  readonly rewrites: boolean
  /** Settings of the organisation's policy, which no person can widen by hand. */
  readonly pinned: readonly (AllowanceKind | 'profile')[]
}

/** The `fence` of each file, as it was read. */
export interface FenceLayers {
  readonly trusted: readonly Json[]
  readonly base: Json
  /** The settings of files as they were when last trusted, before they changed. */
  readonly kept: readonly Json[]
  /** The settings of files that are not trusted. They can hide paths, nothing else. */
  readonly untrusted?: readonly Json[]
  /** Those of the trusted files that are the organisation's. */
  readonly organisation?: readonly Json[]
}

/**
 * For each key: the strictest value of the trusted files, else the base's, else the default; `kept` can only tighten it.
 * INVARIANT: no file opens what another trusted file keeps closed. Lists that open have only what all of them name, and the
 * list that hides has what any of them names.
 */
export function combineFences({ trusted, base, kept, untrusted = [], organisation = [] }: FenceLayers): FenceSettings {
  const chosen = trusted.map(fenceOf)
  const below = fenceOf(base)
  function settle<T, U extends T | null>(rule: FenceRule<T>, otherwise: U): T | U {
    const { said, stricter } = rule
    const strictest = chosen.map(said).reduce((a, b) => (a === null ? b : b === null ? a : stricter(a, b)), null)
    const start = strictest ?? said(below) ?? otherwise
    if (start === null) return otherwise
    return kept.map(fence => said(fenceOf(fence))).reduce<T>((a, b) => (b === null ? a : stricter(a, b)), start)
  }
  const limit = (key: string) =>
    settle({ said: fence => sizeInBytes(own(objectOf(fence, 'limits'), key)), stricter: Math.min }, null)
  return {
    mode: settle<FenceMode, 'auto'>({ said: modeOf, stricter: later(fenceModes) }, 'auto'),
    adapter: [...chosen, below].flatMap(fence => adapterOf(fence) ?? [])[0] ?? 'auto',
    profile: {
      name: settle({ said: profileOf, stricter: later(profileNames) }, 'balanced'),
      readOnly: settle({ said: flagOf('read_only'), stricter: (a, b) => a || b }, false),
      network: withoutShare(settle<SaidNetwork, null>({ said: networkOf, stricter: narrower }, null)),
      write: settle({ said: textsOf('write'), stricter: commonPaths }, []),
      hide: [...new Set([...trusted, base, ...kept, ...untrusted].flatMap(one => textsOf('hide')(fenceOf(one)) ?? []))],
      env: settle({ said: textsOf('env'), stricter: common(matchWildcard) }, []),
      limits: {
        memory: limit('memory'),
        cpus: limit('cpus'),
        processes: limit('processes'),
        seconds: limit('seconds'),
        fileSize: limit('file_size'),
        output: limit('output'),
      },
    },
    pinned: Object.entries(pinnedBy).flatMap(([key, kind]) =>
      organisation.some(one => own(fenceOf(one), key) !== undefined) ? [kind] : [],
    ),
    rewrites: settle({ said: flagOf('rewrite'), stricter: (a, b) => a || b }, false),
  }
}

const pinnedBy: Readonly<Record<string, FenceSettings['pinned'][number]>> = {
  write: 'path',
  network: 'host',
  env: 'variable',
  profile: 'profile',
}

/** The settings of a file over those of the file that it extends: key by key, and what either hides is hidden. */
export function mergeFences(child: Json, parent: Json): Json {
  if (!isObject(child) || !isObject(parent)) return child ?? parent
  const hide = [parent, child].flatMap(one => textsOf('hide')(one) ?? [])
  const limits = { ...objectOf(parent, 'limits'), ...objectOf(child, 'limits') }
  return {
    ...parent,
    ...child,
    ...(hide.length === 0 ? {} : { hide }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  }
}

/** Reads one key from a file's settings, and picks the stricter of two values. */
interface FenceRule<T> {
  readonly said: (fence: JsonObject) => T | null
  readonly stricter: (a: T, b: T) => T
}

const fenceOf = (fence: Json): JsonObject => (isObject(fence) ? fence : {})

const objectOf = (fence: JsonObject, key: string): JsonObject => fenceOf(own(fence, key) ?? null)

/** Of two words, the later one in a list from lax to strict. */
const later =
  <T>(words: readonly T[]) =>
  (a: T, b: T): T =>
    words.indexOf(b) > words.indexOf(a) ? b : a

const modeOf = (fence: JsonObject): FenceMode | null => fenceModes.find(mode => mode === own(fence, 'mode')) ?? null
const profileOf = (fence: JsonObject): ProfileName | null => profileNamed(ownString(fence, 'profile') ?? '')
const adapterOf = (fence: JsonObject): AdapterName | null =>
  adapterNames.find(name => name === ownString(fence, 'adapter') && name !== 'auto') ?? null

const flagOf =
  (key: string) =>
  (fence: JsonObject): boolean | null => {
    const value = own(fence, key)
    return typeof value === 'boolean' ? value : null
  }

/** A list of texts, which may be written as one text. */
const textsOf =
  (key: string) =>
  (fence: JsonObject): readonly string[] | null => {
    const value = own(fence, key)
    return value === undefined || value === null ? null : [value].flat().filter(text => typeof text === 'string')
  }

/** `listed`: the file names a profile with a network of its own, so other files may list hosts, but not open all of them. */
type SaidNetwork = NetworkAccess | 'listed'

function networkOf(fence: JsonObject): SaidNetwork | null {
  const network = own(fence, 'network')
  if (network === 'full') return 'full'
  if (network === 'none') return []
  const profile = profileOf(fence)
  return textsOf('allow')(objectOf(fence, 'network')) ?? (profile === null || profile === 'minimal' ? null : 'listed')
}

/** The hosts that both allow. A file that keeps the network apart and one that opens all of it have none in common. */
function narrower(a: SaidNetwork, b: SaidNetwork): SaidNetwork {
  if (a === b) return a
  if (a === 'full') return b === 'listed' ? [] : b
  if (b === 'full') return a === 'listed' ? [] : a
  if (a === 'listed') return b
  return b === 'listed' ? a : common(coversHost)(a, b)
}

const withoutShare = (said: SaidNetwork | null): NetworkAccess | null => (said === 'listed' ? null : said)

/** An entry without a port covers every port. */
const coversHost = (entry: string, host: string): boolean =>
  matchWildcard(entry, host) || (!/:\d+$/.test(entry) && matchWildcard(entry, host.replace(/:\d+$/, '')))

/** The entries of two lists that the other list covers as well. */
const common =
  (covers: (entry: string, other: string) => boolean) =>
  (a: readonly string[], b: readonly string[]): readonly string[] => [
    ...new Set([
      ...a.filter(one => b.some(entry => covers(entry, one))),
      ...b.filter(one => a.some(entry => covers(entry, one))),
    ]),
  ]

/** The paths that both lists cover. A path in the home and an absolute one are never the same: the home is not known here. */
const commonPaths = common((root, path) => isWithin(rooted(path), rooted(root)))

const rooted = (path: string): string => {
  const root = path.startsWith('/') ? '/absolute' : path.startsWith('~') ? '/home' : '/workspace'
  return resolvePath('/', `${root}/${path.replace(/^~/, '')}`)
}
