import { spokenIn } from './typed-languages.ts'
import { emptyLine, type TypedLine, type TypedVia } from './typed-line.ts'

/**
 * The running programs that take input. Permission to type without a prompt belongs to a run and a session (C11). The
 * typed text is kept here, in memory only (R119).
 */
export interface ExecSessions {
  /**
   * Call when a run starts such a program, with the command that started it: its input is read as code of the interpreters that
   * the command names. The number must be new: no session has had it before.
   */
  start(run: string, via: TypedVia, command?: string): number
  /** Call when the program ends; its session is removed (R114). */
  end(session: number): void
  /** The session as a run sees it; null if there is none. */
  find(run: string, session: string): ExecSession | null
}

export interface ExecSession {
  readonly via: TypedVia
  readonly line: TypedLine
  /** Why this run may type into it without a prompt; null if it may not. */
  readonly approved: string | null
  /** Lets this run type into it from now on. */
  approve(): void
  /** Holds the line to type on; null if the line has changed since it was judged, or is held already. */
  hold(next: TypedLine): HeldLine | null
}

/** A line that no other call can type on until this one reports the result. */
export interface HeldLine {
  /** The keys were sent to the program. */
  typed(): void
  /** The keys will not be sent. */
  release(): void
  /** The keys may or may not have arrived, so the line is unknown from now on. */
  lost(): void
}

interface Entry {
  readonly owner: string
  readonly via: TypedVia
  readonly approvedFor: Set<string>
  line: TypedLine
  isHeld: boolean
}

export function execSessions(): ExecSessions {
  const sessions = new Map<string, Entry>()
  let last = 0
  return {
    start: (owner, via, command = '') => {
      last += 1
      const speaks = spokenIn(command)
      const line = speaks.length === 0 ? emptyLine : { ...emptyLine, speaks }
      sessions.set(String(last), { owner, via, approvedFor: new Set(), line, isHeld: false })
      return last
    },
    end: session => void sessions.delete(String(session)),
    find: (run, session) => {
      const entry = sessions.get(session)
      return entry === undefined ? null : seenBy(run, session, entry)
    },
  }
}

function seenBy(run: string, session: string, entry: Entry): ExecSession {
  const { via, line, owner, approvedFor } = entry
  return {
    via,
    line,
    approved:
      owner === run
        ? `session ${session} was started in this run`
        : approvedFor.has(run)
          ? `session ${session} was approved for this run`
          : null,
    approve: () => void approvedFor.add(run),
    hold: next => {
      // INVARIANT: nothing else is typed between the judgement of a line and its keys.
      if (entry.isHeld || entry.line !== line) return null
      entry.isHeld = true
      return {
        typed: () => {
          entry.line = next
          entry.isHeld = false
        },
        release: () => {
          entry.isHeld = false
        },
        lost: () => {
          entry.line = { ...next, text: null }
          entry.isHeld = false
        },
      }
    },
  }
}
