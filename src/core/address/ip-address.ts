/** The four bytes of an IPv4 address, or the eight groups of an IPv6 address. */
export type IpAddress =
  | { readonly version: 4; readonly bytes: readonly number[] }
  | { readonly version: 6; readonly groups: readonly number[] }

/** Reads a canonical host: `10.0.0.1` or `[fe80::1]`; null for a name. */
export function readIp(host: string): IpAddress | null {
  if (host.startsWith('[')) {
    const groups = readIpv6(host.slice(1, -1))
    return groups === null ? null : { version: 6, groups }
  }
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host)
  if (found === null) return null
  const bytes = found.slice(1).map(Number)
  return bytes.every(byte => byte < 256) ? { version: 4, bytes } : null
}

/** The eight groups of an IPv6 address without brackets; null if it is not one. */
export function readIpv6(text: string): readonly number[] | null {
  const dotted = /^(.*:)(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.exec(text)
  if (dotted !== null) {
    const ip = readIp(dotted[2] ?? '')
    return ip?.version === 4 ? readIpv6(`${dotted[1]}${hexPair(ip.bytes)}`) : null
  }
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return null
  const start = groupsIn(head)
  const end = tail === undefined ? [] : groupsIn(tail)
  if (start === null || end === null) return null
  const missing = 8 - start.length - end.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...start, ...new Array<number>(missing).fill(0), ...end]
}

function groupsIn(text: string): readonly number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  return parts.every(part => /^[0-9a-f]{1,4}$/i.test(part)) ? parts.map(part => Number.parseInt(part, 16)) : null
}

const hexPair = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`

/** An IPv4 address that an IPv6 address stands for: packets to one of them reach the other. */
export interface EmbeddedIpv4 {
  readonly ipv4: string
  /** `same`: the system itself connects by IPv4. `gateway`: a gateway on the network translates, if there is one. */
  readonly by: 'same' | 'gateway'
}

/** Finds the IPv4 address inside an IPv6 address: mapped, compatible, NAT64, 6to4, Teredo and ISATAP. */
export function embeddedIpv4(groups: readonly number[]): EmbeddedIpv4 | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups
  const startsEmpty = (a | b | c | d) === 0
  if (startsEmpty && e === 0 && f === 0xffff) return { ipv4: dotted(g, h), by: 'same' }
  // `::` and `::1` are addresses of their own.
  if (startsEmpty && (e | f) === 0 && (g !== 0 || h > 1)) return { ipv4: dotted(g, h), by: 'same' }
  if (startsEmpty && e === 0xffff && f === 0) return { ipv4: dotted(g, h), by: 'gateway' }
  if (a === 0x64 && b === 0xff9b) return { ipv4: dotted(g, h), by: 'gateway' }
  if (a === 0x2002) return { ipv4: dotted(b, c), by: 'gateway' }
  if (a === 0x2001 && b === 0) return { ipv4: dotted(g ^ 0xffff, h ^ 0xffff), by: 'gateway' }
  if ((e & 0xfdff) === 0 && f === 0x5efe) return { ipv4: dotted(g, h), by: 'gateway' }
  return null
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
