import { fail, ok, type Result } from '../core/fault.ts'
import { type Json, type JsonObject, own } from '../core/json.ts'
import { type FenceProfile, type NetworkAccess, smaller } from './profile.ts'
import { sizeInBytes } from './size.ts'

/** The fence that a call asks for (R104). It may require one; asking for none is asking for more rights (C13). */
export type FenceWish = 'inherit' | 'restricted' | 'none'

export function fenceWish(input: JsonObject): FenceWish {
  const sandbox = own(input, 'sandbox')
  if (sandbox === 'restricted') return 'restricted'
  return sandbox === 'none' || own(input, 'dangerouslyDisableSandbox') === true ? 'none' : 'inherit'
}

/** The settings for its own fence in a call of `sandbox` (R220). */
export interface FenceAsk {
  readonly memory: number | null
  readonly cpus: number | null
  readonly seconds: number | null
  readonly readOnly: boolean
  readonly network: NetworkAccess
}

/** Reads the input of `sandbox`. A value that cannot be understood is a fault: it must not count as no limit. */
export function readFenceAsk(input: JsonObject): Result<FenceAsk> {
  const [memory, cpu, timeout] = [own(input, 'memory'), own(input, 'cpu'), own(input, 'timeout')]
  const bytes = isNothing(memory) ? null : sizeInBytes(memory)
  if (!isNothing(memory) && (bytes === null || bytes < 1))
    return fail('validation', '`memory` must be a size such as `512m`')
  if (!isNothing(cpu) && !isAmount(cpu)) return fail('validation', '`cpu` must be a number of processors above 0')
  if (!isNothing(timeout) && !isAmount(timeout))
    return fail('validation', '`timeout` must be a number of seconds above 0')
  return ok({
    memory: bytes,
    cpus: isAmount(cpu) ? cpu : null,
    seconds: isAmount(timeout) ? timeout : null,
    readOnly: own(input, 'read_only') === true,
    network: networkNamed(own(input, 'network')),
  })
}

const isNothing = (value: Json | undefined): value is null | undefined => value === undefined || value === null

const isAmount = (value: Json | undefined): value is number => typeof value === 'number' && value > 0

/** `none`, which is the default, `full`, or hosts with commas between them. */
export const networkNamed = (text: Json | undefined): NetworkAccess =>
  text === 'full'
    ? 'full'
    : typeof text !== 'string' || text === 'none'
      ? []
      : text.split(',').filter(host => host !== '')

/** The policy's profile with what the call asks for. INVARIANT: it only tightens, except for a network that was approved (C13). */
export const withAsk = (profile: FenceProfile, ask: FenceAsk, isApproved: boolean): FenceProfile => ({
  ...profile,
  allowed: (profile.allowed ?? []).filter(({ opens }) => opens !== 'host' || ask.network.length > 0),
  readOnly: profile.readOnly || ask.readOnly,
  network: ask.network.length === 0 || isApproved ? ask.network : profile.network,
  registries: false,
  limits: {
    ...profile.limits,
    memory: smaller(profile.limits.memory, ask.memory),
    cpus: smaller(profile.limits.cpus, ask.cpus),
    seconds: smaller(profile.limits.seconds, ask.seconds),
  },
})
