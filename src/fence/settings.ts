import { matchWildcard } from '../core/glob.ts'
import { isObject, type Json, type JsonObject, own, ownString } from '../core/json.ts'
import { type FenceProfile, type ProfileName, profileNames } from './profile.ts'

/** `off`: no fence; `audit`: no fence, but its plan is recorded; `enforce`: no run without a fence. Laxest first. */
export const fenceModes = ['off', 'audit', 'enforce'] as const
export type FenceMode = (typeof fenceModes)[number]

export const adapterNames = ['auto', 'bubblewrap', 'seatbelt'] as const
export type AdapterName = (typeof adapterNames)[number]

/** The fence settings of all policies combined. */
export interface FenceSettings {
  /** `auto`: no policy sets it, so the fence is enforced on machines where one works (C15). */
  readonly mode: FenceMode | 'auto'
  readonly adapter: AdapterName
  readonly profile: FenceProfile
}

/** The `fence` of each file, as it was read. */
export interface FenceLayers {
  readonly trusted: readonly Json[]
  readonly base: Json
  /** The settings of files as they were when last trusted, before they changed. */
  readonly kept: readonly Json[]
}

/**
 * For each key: the strictest value of the trusted files, else the base's, else the default; `kept` can only tighten it.
 * A file that sets anything about the fence wants it enforced, unless it sets `mode`.
 */
export function combineFences({ trusted, base, kept }: FenceLayers): FenceSettings {
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
    settle({ said: fence => bytesOf(own(objectOf(fence, 'limits'), key)), stricter: Math.min }, null)
  return {
    mode: settle<FenceSettings['mode'], 'auto'>(
      { said: modeOf, stricter: later(['off', 'audit', 'auto', 'enforce']) },
      'auto',
    ),
    adapter: [...chosen, below].flatMap(fence => adapterOf(fence) ?? [])[0] ?? 'auto',
    profile: {
      name: settle({ said: profileOf, stricter: later(profileNames) }, 'balanced'),
      readOnly: settle({ said: readOnlyOf, stricter: (a, b) => a || b }, false),
      network: settle({ said: hostsOf, stricter: commonHosts }, null),
      write: [],
      hide: [],
      env: [],
      limits: {
        memory: limit('memory'),
        cpus: limit('cpus'),
        processes: limit('processes'),
        seconds: limit('seconds'),
        fileSize: limit('file_size'),
        output: limit('output'),
      },
    },
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

const modeOf = (fence: JsonObject): FenceMode | null =>
  fenceModes.find(mode => mode === own(fence, 'mode')) ?? (Object.keys(fence).length === 0 ? null : 'enforce')
const profileOf = (fence: JsonObject): ProfileName | null =>
  profileNames.find(name => name === own(fence, 'profile')) ?? null
const adapterOf = (fence: JsonObject): AdapterName | null =>
  adapterNames.find(name => name === ownString(fence, 'adapter') && name !== 'auto') ?? null

function readOnlyOf(fence: JsonObject): boolean | null {
  const value = own(fence, 'read_only')
  return typeof value === 'boolean' ? value : null
}

function hostsOf(fence: JsonObject): readonly string[] | null {
  const hosts = own(objectOf(fence, 'network'), 'allow')
  return Array.isArray(hosts) ? hosts.filter(host => typeof host === 'string') : null
}

/** The hosts that both lists allow. */
const commonHosts = (a: readonly string[], b: readonly string[]): readonly string[] => [
  ...new Set([...a.filter(host => isListed(host, b)), ...b.filter(host => isListed(host, a))]),
]

const isListed = (host: string, list: readonly string[]): boolean => list.some(entry => matchWildcard(entry, host))

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null)

/** A size such as `512m` or `2g`, or bytes. */
function bytesOf(value: Json | undefined): number | null {
  const [, digits = '', unit = ''] = typeof value === 'string' ? (/^([0-9]+)([kKmMgG]?)$/.exec(value) ?? []) : []
  return digits === '' ? numberOf(value) : Number(digits) * (factors[unit.toLowerCase()] ?? 1)
}

const factors: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }
