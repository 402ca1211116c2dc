import type { RunMode } from './run-mode.ts'

/** The switches that a person sets while agents work. They count from the next call on. */
export interface Switches {
  /** The state for a session, read again for each call. Never throws: what cannot be read counts as stopped or careful. */
  read(session: string): SwitchState
  /** Calls `then` once, within a second after the session is stopped. Returns a function that ends the watch. */
  watch(session: string, then: (stop: SessionStop) => void): () => void
}

export interface SwitchState {
  readonly stop: SessionStop | null
  readonly mode: SetMode
}

/** A person stopped a session, or all sessions, until they resume it. */
export interface SessionStop {
  /** Null: all sessions. */
  readonly session: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly by: string
}

/** The mode that a person chose for a session, or for all sessions. */
export interface SetMode extends SessionStop {
  readonly mode: RunMode
}

export const noMode: SetMode = { session: null, mode: 'default', at: 0, by: '' }

/** The state without any switch. */
export const noSwitches: SwitchState = { stop: null, mode: noMode }

/** The reason of a signal that a stop aborts, so that a withdrawn question names the person and not its caller. */
export class SessionStopped extends Error {
  readonly stop: SessionStop
  constructor(stop: SessionStop) {
    super('a person stopped the session')
    this.stop = stop
  }
}

/** The message to the model: a person decided, so it must not look for another way. */
export const stopText = ({ session, by }: SessionStop): string =>
  `a person (${by}) stopped ${session === null ? 'all sessions' : 'this session'}, so every call is denied until they resume; end your turn now, and do not try another way`
