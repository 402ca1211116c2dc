import { type Fault, ok, type Result } from '../../core/fault.ts'
import { loosensMode, type RunMode } from '../../core/switches/run-mode.ts'
import type { OwnPaths } from '../paths.ts'
import { openModes } from './mode.ts'
import { openStops } from './stops.ts'

/** Changes the switches for a person, from the command line or the console. */
export interface SwitchChanges {
  /** Stops a session; null: all of them. */
  stop(session: string | null): Promise<Result<Changed>>
  /** Lifts the stop of a session; null: every stop. */
  resume(session: string | null): Promise<Result<Changed>>
  mode(mode: RunMode, session: string | null): Promise<Result<Changed>>
}

export interface Changed {
  /** Why the change is not in the journal; null if it is. Only a change to something stricter takes effect without its record. */
  readonly unrecorded: Fault | null
}

export interface SwitchPorts {
  readonly paths: Pick<OwnPaths, 'stops' | 'modes'>
  readonly now: () => number
  /** The person who makes the change. */
  readonly by: string
  /** Appends a `setting_changed` to the journal. */
  readonly record: (setting: string, value: string, session: string | null) => Promise<Result<unknown>>
}

/**
 * INVARIANT: a change that lets more calls run is recorded first, and does not happen if that fails. A change to something stricter
 * happens first.
 */
export function changeSwitches({ paths, now, by, record }: SwitchPorts): SwitchChanges {
  const stops = openStops(paths.stops)
  const modes = openModes(paths.modes)

  async function tighten(change: () => Result<null>, note: () => Promise<Result<unknown>>): Promise<Result<Changed>> {
    const changed = change()
    if (!changed.ok) return changed
    const noted = await note()
    return ok({ unrecorded: noted.ok ? null : noted.faults[0] })
  }

  async function loosen(change: () => Result<null>, note: () => Promise<Result<unknown>>): Promise<Result<Changed>> {
    const noted = await note()
    if (!noted.ok) return noted
    const changed = change()
    return changed.ok ? ok({ unrecorded: null }) : changed
  }

  return {
    stop: session =>
      tighten(
        () => stops.stop({ session, at: now(), by }),
        () => record('stop', session ?? 'all sessions', session),
      ),
    resume: session =>
      loosen(
        () => stops.resume(session),
        () => record('resume', session ?? 'all sessions', session),
      ),
    mode: (mode, session) => {
      const before = session === null ? modes.readAll() : modes.read(session)
      const change = loosensMode(before.mode, mode) ? loosen : tighten
      return change(
        () => modes.set({ session, mode, at: now(), by }),
        () => record('mode', session === null ? mode : `${mode} for ${session}`, session),
      )
    },
  }
}
