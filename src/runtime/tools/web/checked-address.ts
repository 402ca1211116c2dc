import { canonicalHost, hostReadings } from '../../../core/address/host-readings.ts'
import { readIp } from '../../../core/address/ip-address.ts'
import { networksOf } from '../../../core/address/network.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { Resolver } from '../../../gate/ports.ts'

export interface AddressCheck {
  readonly resolve: Resolver
  /** Hosts that the policy allows by name; only these may be private. */
  readonly listed: ReadonlySet<string>
}

/**
 * Looks a host up once, and returns the address to connect to. All its addresses must be public: a name with one public and
 * one private address could lead to either.
 */
export async function checkedAddress(hostname: string, { resolve, listed }: AddressCheck): Promise<Result<string>> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const host = canonicalHost(name)
  const isListed = listed.has(host) || listed.has(name)
  if (!isListed && networksOf(host).length > 0) return privateHost(name, host)
  const addresses = readIp(host) === null ? await lookedUp(name, resolve) : [host]
  const [first] = addresses
  if (first === undefined) return fail('not_found', `the address of \`${name}\` cannot be looked up`)
  const hidden = addresses.find(address => hostReadings(address).some(one => networksOf(one).length > 0))
  return hidden === undefined || isListed ? ok(first) : privateHost(name, hidden)
}

async function lookedUp(name: string, resolve: Resolver): Promise<readonly string[]> {
  try {
    return await resolve(name)
  } catch {
    return []
  }
}

const privateHost = (name: string, address: string): Result<never> =>
  fail(
    'private_address',
    `${name === address ? `\`${name}\`` : `\`${name}\`, which is \`${address}\`,`} is not a public address; if it is yours, allow it in your policy with \`connect: ${name}\``,
  )
