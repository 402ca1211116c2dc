import { broadcast } from '../audit/broadcast.ts'
import type { Ports } from '../gate/ports.ts'
import type { OwnPaths } from '../io/paths.ts'
import type { ServerSettings } from './context.ts'
import type { HookServer } from './hooks/hook-server.ts'
import type { Inbox, InboxEvent } from './inbox/inbox.ts'

/** The parts of the server that ask and answer. */
export interface ServerParts {
  readonly inbox: Inbox
  readonly hooks: HookServer | null
  readonly settings: ServerSettings
  close(): Promise<void>
}

export interface PartOptions {
  readonly env: NodeJS.ProcessEnv
  readonly paths: OwnPaths
  readonly ports: Ports
  readonly user: string
}

/** Opens them. */
export async function openParts(_: PartOptions): Promise<ServerParts> {
  const inbox: Inbox = {
    list: () => [],
    find: () => null,
    respond: async () => ({ status: 404, body: { error: 'no pending approval with this id', code: 'not_found' } }),
    extend: () => null,
    events: broadcast<InboxEvent>(),
    close: async () => {},
  }
  return { inbox, hooks: null, settings: { mode: () => 'default', stopped: () => [] }, close: inbox.close }
}
