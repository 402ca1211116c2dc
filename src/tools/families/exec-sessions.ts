import { emptyLine, type TypedLine, type TypedVia } from './typed-line.ts'

/**
 * The programs that runs have started and that take input. What may be typed into one unasked belongs to a run and a
 * session (C11); what was typed is kept here, in memory, and nowhere else (R119).
 */
export interface ExecSessions {
  /** A run has started such a program. The number is new: no session has had it before. */
  start(run: string, via: TypedVia): number
  /** Its program has ended, so the session is no more (R114). */
  end(session: number): void
  /** A session as a run sees it; null if there is none. */
  find(run: string, session: string): ExecSession | null
}

export interface ExecSession {
  readonly via: TypedVia
  readonly line: TypedLine
  /** Why this run may type into it unasked; null if it may not. */
  readonly approved: string | null
  /** Lets this run type into it from now on. */
  approve(): void
  /** Takes hold of the line to type on; null if it is not the one any more that was looked at, or held already. */
  hold(next: TypedLine): HeldLine | null
}

/** A line that nobody else can type on until it is known what became of it. */
export interface HeldLine {
  /** The keys have gone to the program. */
  typed(): void
  /** They never will. */
  release(): void
  /** They may have arrived or not, so the line is not known any more. */
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
    start: (owner, via) => {
      last += 1
      sessions.set(String(last), { owner, via, approvedFor: new Set(), line: emptyLine, isHeld: false })
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
      // INVARIANT: between the look at a line and the keys that follow it, nothing else is typed.
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
