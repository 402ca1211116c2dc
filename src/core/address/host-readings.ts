import { embeddedIpv4, readIpv6 } from './ip-address.ts'

/**
 * Every host that a client may connect to for this spelling, each in one form: lower case, IPv4 as `127.0.0.1`, IPv6 as
 * `[::1]`, no final dot. More than one where clients disagree, or where the name or address leads to another one.
 *
 * @example
 * hostReadings('0xA9FEA9FE') // ['169.254.169.254']
 * hostReadings('169.254.169.254.nip.io') // ['169.254.169.254.nip.io', '169.254.169.254']
 */
export function hostReadings(spelling: string): readonly string[] {
  const plain = plainHost(spelling)
  return [...new Set([...plain, ...plain.flatMap(alsoReached)])]
}

/** One form of a host, for comparison: the first reading. */
export const canonicalHost = (spelling: string): string => plainHost(spelling)[0] ?? ''

/** A client that reads `010.0.0.1` in decimal reaches another address than one that reads it in octal. */
function plainHost(spelling: string): readonly string[] {
  if (plainName.test(spelling)) return [spelling.toLowerCase()]
  const text = decodeHost(spelling)
  const ipv6 = /^\[?([0-9a-f:]*:[0-9a-f:.]*)(?:%[^\]]*)?\]?$/i.exec(text)?.[1]
  if (ipv6 !== undefined) return [ipv6Host(ipv6) ?? text.toLowerCase()]
  const standard = standardHost(text) ?? text.toLowerCase().replace(/\.$/, '')
  const decimal = decimalHost(text)
  return decimal === null || decimal === standard ? [standard] : [standard, decimal]
}

/** Most hosts need no more than lower case: letters first, no numbers at the end, no encoded letters. */
const plainName = /^(?!.*xn--)[a-z][\w-]*(?:\.[\w-]+)*(?<=[a-z_-])$/i

/** Clients decode `%31` in a host before they look it up. */
function decodeHost(text: string): string {
  if (!text.includes('%') || text.includes(':')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads full-width digits, ideographic dots, and numbers in hex, octal or fewer parts, as browsers and curl do. */
function standardHost(text: string): string | null {
  if (/[/\\?#@]|^[^[].*:/.test(text) || !URL.canParse(`http://${text}`)) return null
  const { hostname } = new URL(`http://${text}`)
  return hostname.replace(/\.$/, '')
}

/** Four numbers with leading zeros, read in decimal; some clients do so. */
function decimalHost(text: string): string | null {
  const parts = text.replace(/\.$/, '').split('.')
  const isPadded = parts.length === 4 && parts.every(part => /^0*\d{1,3}$/.test(part)) && parts.some(isPaddedNumber)
  return isPadded && parts.every(part => Number(part) < 256) ? parts.map(Number).join('.') : null
}

const isPaddedNumber = (part: string): boolean => /^0\d/.test(part)

function ipv6Host(text: string): string | null {
  const groups = readIpv6(text)
  if (groups === null) return null
  const embedded = embeddedIpv4(groups)
  return embedded?.by === 'same' ? embedded.ipv4 : standardHost(`[${text}]`)
}

/** The addresses behind an address that a gateway translates, and behind a name that contains its own address. */
function alsoReached(host: string): readonly string[] {
  const groups = host.startsWith('[') ? readIpv6(host.slice(1, -1)) : null
  if (groups !== null) return [embeddedIpv4(groups)?.ipv4 ?? []].flat()
  const named = wildcardName.exec(host)?.[1]
  return named === undefined ? [] : addressesInName(named)
}

/** Services that answer for `NAME.10.0.0.1.nip.io` with the address inside the name. */
const wildcardName = /^(.+)\.(?:nip\.io|sslip\.io|xip\.io|xip\.name|ip\.addr\.tools|traefik\.me|backname\.io|1u\.ms)$/

function addressesInName(name: string): readonly string[] {
  const dotted = [...name.matchAll(/(?<!\d)(?=(\d{1,3}(?:[.-]\d{1,3}){3})(?!\d))/g)].map(([, one = '']) => one)
  const hex = /(?:^|[.-])([0-9a-f]{8})$/.exec(name)?.[1]
  const last = name.split('.').at(-1) ?? ''
  const ipv6 = last.includes('--') || /^([0-9a-f]{1,4}-){7}/.test(last) ? ipv6Host(last.replaceAll('-', ':')) : null
  return [
    ...dotted.map(one => one.replaceAll('-', '.').split('.').map(Number).join('.')),
    ...(hex === undefined ? [] : [standardHost(`0x${hex}`) ?? '']),
    ...(ipv6 === null ? [] : [ipv6]),
  ]
}
