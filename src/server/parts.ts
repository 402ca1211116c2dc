import type { OwnPaths } from '../io/paths.ts'
import { openModes } from '../io/stores/mode.ts'
import { openStops } from '../io/stores/stops.ts'
import type { ServerSettings } from './context.ts'
import type { HookServer } from './hooks/hook-server.ts'
import { openHookServer } from './hooks/open-hook-server.ts'

/** The parts of the server that ask and answer. A test may put others in their place. */
export interface ServerParts {
  readonly hooks: HookServer
  readonly settings: ServerSettings
}

export interface PartOptions {
  readonly env: NodeJS.ProcessEnv
  readonly paths: OwnPaths
  /** How many calls may wait for an answer at once, and for how long. */
  readonly mostPending?: number
  readonly questionMs?: number
}

export async function openParts({ paths, ...options }: PartOptions): Promise<ServerParts> {
  return { hooks: await openHookServer(options), settings: switchSettings(paths) }
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
export const allSessions = '*'
