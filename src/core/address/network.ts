import { type IpAddress, readIp } from './ip-address.ts'

/**
 * The networks that are not the public internet. `metadata`: where a cloud gives a machine its credentials;
 * `unspecified`: `0.0.0.0`, which reaches this machine; `reserved`: documentation, tests and broadcast.
 */
export const networks = [
  'loopback',
  'private',
  'link-local',
  'metadata',
  'unspecified',
  'multicast',
  'reserved',
] as const
export type Network = (typeof networks)[number]

/** The networks of a canonical host: none for a public address and for a name that says nothing about its address. */
export function networksOf(host: string): readonly Network[] {
  const ip = readIp(host)
  const network = ip === null ? nameNetwork(host) : ip.version === 4 ? ipv4Network(ip) : ipv6Network(ip)
  const own: readonly Network[] = network === null ? [] : [network]
  return metadataHosts.has(host) ? ['metadata', ...own] : own
}

/** Whether only this machine answers at a canonical host. */
export const isLoopbackHost = (host: string): boolean => networksOf(host).includes('loopback')

function nameNetwork(name: string): Network | null {
  if (/^(?:(?:.+\.)?localhost|localhost6?\.localdomain6?|ip6-(?:localhost|loopback))$/.test(name)) return 'loopback'
  return /\.(?:internal|local|localdomain|lan|home\.arpa|intranet|private|corp)$/.test(name) ? 'private' : null
}

function ipv4Network({ bytes }: Extract<IpAddress, { version: 4 }>): Network | null {
  const [a = 0, b = 0, c = 0] = bytes
  if (a === 0) return 'unspecified'
  if (a === 127) return 'loopback'
  if (a === 169 && b === 254) return 'link-local'
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'private'
  // Shared by the customers of one provider.
  if (a === 100 && b >= 64 && b < 128) return 'private'
  if (a >= 224 && a < 240) return 'multicast'
  if (a >= 240 || (a === 198 && (b === 18 || b === 19)) || (a === 192 && b === 0 && c === 0)) return 'reserved'
  const isDocumentation =
    (a === 192 && b === 0 && c === 2) || (a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113)
  return isDocumentation ? 'reserved' : null
}

function ipv6Network({ groups }: Extract<IpAddress, { version: 6 }>): Network | null {
  const [first = 0, second = 0] = groups
  const rest = groups.slice(0, 7).reduce((all, group) => all | group, 0)
  if (rest === 0) return groups[7] === 1 ? 'loopback' : 'unspecified'
  if ((first & 0xffc0) === 0xfe80) return 'link-local'
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0) return 'private'
  // Local-use NAT64: the network decides where it leads.
  if (first === 0x64 && second === 0xff9b && groups[2] === 1) return 'private'
  if (first >= 0xff00) return 'multicast'
  return (first === 0x2001 && second === 0xdb8) || (first === 0x100 && rest === 0x100) ? 'reserved' : null
}

/** Where clouds give a machine its credentials and settings, as their manuals list them. */
const metadataHosts: ReadonlySet<string> = new Set([
  // AWS, and most others at the same address: Google, Azure, DigitalOcean, OpenStack, Oracle, Hetzner, Vultr, Linode.
  ...['169.254.169.254', '[fd00:ec2::254]', '[fe80::a9fe:a9fe]', 'instance-data', 'instance-data.ec2.internal'],
  // Containers on AWS: ECS and EKS.
  ...['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'],
  ...['metadata', 'metadata.google.internal', 'metadata.goog', '[fd20:ce::254]'],
  // Azure, and its host agent.
  ...['metadata.azure.internal', '168.63.129.16'],
  // Alibaba, Oracle, Tencent, Scaleway, Linode, Equinix, Exoscale, IBM.
  ...['100.100.100.200', '192.0.0.192', '169.254.0.23', 'metadata.tencentyun.com', '169.254.42.42', '[fd00:42::42]'],
  ...['[fd00:a9fe:a9fe::1]', 'metadata.platformequinix.com', 'metadata.packet.net', 'metadata.exoscale.com'],
  'api.metadata.cloud.ibm.com',
])
