/** The names under which a browser on this machine reaches the server, as the `Host` header spells them. */
export type OwnNames = ReadonlySet<string>

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

export const ownNames = (port: number): OwnNames =>
  new Set(loopbackNames.flatMap(name => [`${name}:${port}`, ...(port === 80 ? [name] : [])]))

/** The address to listen on; null for an address that other machines can reach. */
export function loopbackAddress(host: string): string | null {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(bare)) return bare
  return bare === '::1' ? bare : null
}
