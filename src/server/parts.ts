import { broadcast } from '../audit/broadcast.ts'
import type { Ports } from '../gate/ports.ts'
import type { OwnPaths } from '../io/paths.ts'
import { openModes } from '../io/stores/mode.ts'
import { openStops } from '../io/stores/stops.ts'
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
export async function openParts({ paths }: PartOptions): Promise<ServerParts> {
  const inbox: Inbox = {
    list: () => [],
    find: () => null,
    respond: async () => ({ status: 404, body: { error: 'no pending approval with this id', code: 'not_found' } }),
    extend: () => null,
    events: broadcast<InboxEvent>(),
    close: async () => {},
  }
  return { inbox, hooks: null, settings: switchSettings(paths), close: inbox.close }
}

/** The mode and the stops that a person chose, as every process reads them. */
function switchSettings(paths: OwnPaths): ServerSettings {
  const modes = openModes(paths.modes)
  const stops = openStops(paths.stops)
  return {
    mode: () => modes.readAll().mode,
    stopped: () => stops.list().map(({ session }) => session ?? allSessions),
  }
}

/** Stands for every session in the list of stopped ones. */
const allSessions = '*'
