import type { Resolver } from '../gate/ports.ts'

/** Looks a name up as other programs on this machine do, with `/etc/hosts` and the system's own settings. */
export const lookUpHost: Resolver = async name => {
  // Only calls of MCP tools need it, so it is loaded late.
  const { lookup } = await import('node:dns/promises')
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}
