import type { Clock } from '../../../core/clock.ts'
import { limits } from '../../../core/limits.ts'
import { type Switches, stopText } from '../../../core/switches/switches.ts'
import type { FenceDenial } from '../../../fence/explain/denial.ts'
import type { Running } from '../../../gate/run-call.ts'
import { type FailureCode, ToolFailure } from '../../../gate/tool-failure.ts'
import { type BoundedOutput, boundedOutput } from '../../../io/exec/bounded-output.ts'
import type { CommandEnd, RunningCommand } from '../../../io/exec/command.ts'
import type { TerminalSize } from '../../../io/exec/terminal.ts'
import type { ExecSessions } from '../../../tools/families/exec-sessions.ts'
import { withOutput } from './command-failure.ts'

/** A program that keeps running between calls. */
export interface Session {
  readonly owner: string
  readonly command: RunningCommand
  readonly output: BoundedOutput
  readonly explain: SessionStart['explain']
  readonly startedAt: number
  /** The number that calls name it by; null until a call has returned it. */
  id(): number | null
  /** How it ended; null while it runs. */
  end(): CommandEnd | ToolFailure | null
}

export interface SessionStart {
  readonly owner: string
  readonly via: 'terminal' | 'pipe'
  /** The command's text, which tells what reads the keys: a shell, or Python. */
  readonly text: string
  /** The actions that the fence stopped, if that is why the program failed. `held` belongs to the call that saw the end. */
  readonly explain: (end: CommandEnd, held: Running['held']) => readonly FenceDenial[]
  /** How long it may run. */
  readonly totalMs: number
  /** Starts the program, with a function that takes its output. */
  readonly start: (onOutput: (chunk: Uint8Array) => void) => RunningCommand
}

/** The programs of all runs that keep running. They are removed when a call was told about their end, or with their run. */
export interface SessionTable {
  open(start: SessionStart): Session
  /** Gives a session that still runs its number. */
  name(session: Session): number
  /** Throws `not_found` if there is no such session. */
  find(id: number): Session
  /** Types into a session. Throws if its program takes no input. */
  type(session: Session, chars: string): void
  /** Waits until the program ends, the time is up, or the signal is aborted. */
  wait(session: Session, ms: number, signal: AbortSignal): Promise<void>
  remove(session: Session): void
  /** Kills the programs of a run, or all of them. */
  close(owner?: string): Promise<void>
}

interface Entry extends Session {
  readonly via: SessionStart['via']
  readonly text: string
  number: number | null
  ended: CommandEnd | ToolFailure | null
  /** Why Sallyport killed it; null if it did not. */
  stopped: ToolFailure | null
  readonly finished: Promise<void>
  cancelIdle: () => void
  cancelTotal: () => void
  unwatch: () => void
}

interface SessionPorts {
  readonly clock: Clock
  /** Programs between two calls end too when a person stops their session. */
  readonly switches?: Pick<Switches, 'watch'>
}

export function sessionTable(sessions: ExecSessions, { clock, switches }: SessionPorts): SessionTable {
  const open = new Set<Entry>()

  function stop(entry: Entry, why: string, code: FailureCode = 'timeout'): void {
    entry.stopped ??= new ToolFailure(code, why)
    entry.command.kill()
  }

  /** A program that no call reads for long is killed; once it has ended, it is forgotten after the same time. */
  function watchIdle(entry: Entry): void {
    entry.cancelIdle()
    entry.cancelIdle = clock.after(limits.sessionIdleMs, () => {
      if (entry.ended !== null) return remove(entry)
      stop(entry, `no call read the program's output for ${limits.sessionIdleMs} ms, so it was killed`)
      watchIdle(entry)
    })
  }

  function remove(entry: Entry): void {
    open.delete(entry)
    entry.cancelIdle()
    entry.cancelTotal()
    entry.unwatch()
    if (entry.number !== null) sessions.end(entry.number)
  }

  const entryOf = (session: Session): Entry => {
    const entry = [...open].find(one => one === session)
    if (entry === undefined) throw new ToolFailure('not_found', 'the session has ended')
    return entry
  }

  return {
    open: ({ owner, via, text, explain, totalMs, start }) => {
      if (open.size >= limits.execSessions)
        throw new ToolFailure(
          'tool_failed',
          `${limits.execSessions} programs are running already; end one of them first`,
        )
      const output = boundedOutput(limits.heldBytes)
      const command = start(chunk => output.add(chunk))
      const finished = command.end.then(
        end => {
          entry.ended = entry.stopped ?? end
        },
        thrown => {
          entry.ended = thrown instanceof ToolFailure ? thrown : new ToolFailure('tool_failed', 'the program failed')
        },
      )
      const entry: Entry = {
        owner,
        via,
        text,
        command,
        output,
        explain,
        finished,
        startedAt: clock.now().getTime(),
        number: null,
        ended: null,
        stopped: null,
        cancelIdle: () => {},
        cancelTotal: clock.after(totalMs, () =>
          stop(entry, `the program ran longer than ${totalMs} ms and was killed with all its processes`),
        ),
        unwatch: switches?.watch(owner, stopped => stop(entry, stopText(stopped), 'cancelled')) ?? (() => {}),
        id: () => entry.number,
        end: () => entry.ended,
      }
      open.add(entry)
      watchIdle(entry)
      return entry
    },
    name: session => {
      const entry = entryOf(session)
      entry.number ??= sessions.start(entry.owner, entry.via, entry.text)
      return entry.number
    },
    find: id => {
      const entry = [...open].find(({ number }) => number === id)
      if (entry === undefined) throw new ToolFailure('not_found', `there is no session ${id}`)
      watchIdle(entry)
      return entry
    },
    type: (session, chars) => {
      const entry = entryOf(session)
      if (entry.ended === null && entry.command.write(chars)) return
      if (entry.ended === null)
        throw new ToolFailure('tool_failed', 'the program does not read its input; what was typed before still waits')
      const last = entry.output.take({ most: limits.shownBytes, isLast: true })
      remove(entry)
      throw new ToolFailure('not_found', withOutput('the program has ended, so the keys were not typed', last.text))
    },
    wait: async (session, ms, signal) => {
      const entry = entryOf(session)
      if (entry.ended !== null) return
      await new Promise<void>(resolve => {
        const finish = () => {
          cancel()
          signal.removeEventListener('abort', finish)
          resolve()
        }
        const cancel = clock.after(Math.min(ms, limits.longestYieldMs), finish)
        if (signal.aborted) return finish()
        signal.addEventListener('abort', finish, { once: true })
        void entry.finished.then(finish)
      })
    },
    remove: session => remove(entryOf(session)),
    close: async owner => {
      const theirs = [...open].filter(entry => owner === undefined || entry.owner === owner)
      for (const entry of theirs) entry.command.kill()
      await Promise.all(theirs.map(({ finished }) => finished))
      for (const entry of theirs) remove(entry)
    },
  }
}

/** The size that a call asks for; null if it names none. A missing side keeps its usual length. */
export const wantedSize = (
  { columns, rows }: { readonly columns?: number | undefined; readonly rows?: number | undefined },
  usual: TerminalSize,
): TerminalSize | null =>
  columns === undefined && rows === undefined ? null : { columns: columns ?? usual.columns, rows: rows ?? usual.rows }
