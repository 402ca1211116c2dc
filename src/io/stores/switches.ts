import type { Switches } from '../../core/switches/switches.ts'
import type { OwnPaths } from '../paths.ts'
import { openModes } from './mode.ts'
import { openStops } from './stops.ts'

/** The switches of this user, shared by all processes. A stop reaches every one of them without knowing their ids. */
export function openSwitches(paths: Pick<OwnPaths, 'stops' | 'modes'>): Switches {
  const stops = openStops(paths.stops)
  const modes = openModes(paths.modes)
  return {
    read: session => ({ stop: stops.read(session), mode: modes.read(session) }),
    watch: (session, then) => {
      const timer = setInterval(() => {
        const stop = stops.read(session)
        if (stop === null) return
        clearInterval(timer)
        then(stop)
      }, watchMs)
      // A watch alone keeps no process alive.
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

const watchMs = 250
