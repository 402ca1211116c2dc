import type { NetworkAccess } from '../../fence/profile.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { type CallNetwork, entering, type NetworkSession, startNetwork } from '../fence/network/network-session.ts'

/**
 * The network of fenced commands. All calls share one, so that a command reaches the server that another one started, but each
 * call has its own list of hosts.
 */
export interface CallNetworks {
  /** The network of one call; null if it uses the machine's, or if it has none and no proxy can say so. */
  open(access: NetworkAccess): Promise<EnteredNetwork | null>
  close(): Promise<void>
}

export interface EnteredNetwork extends CallNetwork {
  /** How a command is started in it. */
  readonly entering: ReturnType<typeof entering>
}

export function callNetworks(start = startNetwork): CallNetworks {
  let session: ReturnType<typeof start> | null = null
  return {
    open: async access => {
      if (access === 'full') return null
      session ??= start()
      const started = await session
      if (started.ok) return entered(started.value, access)
      // The next call may try again.
      session = null
      if (access.length > 0) throw new ToolFailure('sandbox_denied', started.faults[0].message)
      return null
    },
    close: async () => {
      const started = await session
      session = null
      if (started?.ok === true) started.value.close()
    },
  }
}

const entered = (session: NetworkSession, hosts: readonly string[]): EnteredNetwork => ({
  ...session.open(hosts),
  entering: entering(session),
})
