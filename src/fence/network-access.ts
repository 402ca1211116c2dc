import { canonicalHost, hostReadings } from '../core/address/host-readings.ts'
import { networksOf } from '../core/address/network.ts'
import { matchWildcard } from '../core/glob.ts'

/** A host and port that a fenced command wants to reach. */
export interface WantedHost {
  readonly host: string
  readonly port: number
}

/** Why a fenced command may not reach a host, before its name is looked up; null if it may. */
export const hostRefusal = (wanted: WantedHost, list: readonly string[]): string | null =>
  list.some(entry => covers(entry, wanted)) ? null : 'it is not on the list of allowed hosts'

/**
 * Why the address of an allowed host may not be dialled; null if it may. A name that leads into this machine or its network
 * is refused even if the name is listed, because others decide where it leads: only a listed address counts.
 *
 * `own` has the addresses of this machine, which are public on some machines.
 */
export function addressRefusal(
  address: string,
  { list, port, own }: { readonly list: readonly string[]; readonly port: number; readonly own: readonly string[] },
): string | null {
  const readings = hostReadings(address)
  const [network] = readings.flatMap(networksOf)
  const isOwn = own.some(one => readings.includes(canonicalHost(one)))
  if (network === undefined && !isOwn) return null
  const names = [...readings, ...(network === 'loopback' ? ['localhost'] : [])]
  const literal = list.filter(entry => !entry.includes('*'))
  if (literal.some(entry => names.some(host => covers(entry, { host, port })))) return null
  return `it leads to ${address}, ${network === undefined ? 'this machine' : `a ${network} address`}, which is not on the list`
}

/** Whether an entry such as `example.com`, `*.example.com`, `example.com:8443` or `[::1]:3000` covers a host. */
function covers(entry: string, wanted: WantedHost): boolean {
  const [, host = '', digits] = /^(\[[^\]]+\]|[^:]+|[0-9a-f:.]+)(?::(\d+))?$/i.exec(entry) ?? []
  if (host === '' || (digits !== undefined && Number(digits) !== wanted.port)) return false
  return host.includes('*')
    ? matchWildcard(host.toLowerCase(), canonicalHost(wanted.host))
    : canonicalHost(host) === canonicalHost(wanted.host)
}
