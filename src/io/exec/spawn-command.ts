import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { runFenced } from '../fence/run-fenced.ts'
import { coverInherited, enterTerminal } from '../fence/start-fenced.ts'
import type { Command, CommandEnd, RunningCommand } from './command.ts'
import { killTree, markVariable } from './process-tree.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { watchedMark } from './watchdog.ts'

/** Starts a command, in its fence if it has one. Throws a `ToolFailure` if it cannot be started. */
export function spawnCommand(command: Command): RunningCommand {
  const terminal = terminalFor(command)
  try {
    const started = command.plan === null ? startPlain(command, terminal) : startFenced(command, terminal)
    return connect(command, started, terminal)
  } catch (error) {
    terminal?.close()
    throw error instanceof ToolFailure ? error : new ToolFailure('tool_failed', startFailure(error))
  }
}

function terminalFor({ input }: Command): Terminal | null {
  if (typeof input === 'string') return null
  const opened = openTerminal(input)
  if (!opened.ok) throw new ToolFailure('not_found', opened.faults[0].message)
  return opened.value
}

/** A process of either kind. */
interface StartedProcess {
  readonly child: ChildProcess
  readonly end: Promise<CommandEnd>
  kill(): void
}

function startFenced(command: Command, terminal: Terminal | null): StartedProcess {
  const { plan, argv, cwd, env, variables, network, input } = command
  if (plan === null) throw new Error('a fenced command has a plan')
  const output = terminal === null ? 'pipe' : 'ignore'
  const running = runFenced({
    plan,
    argv,
    cwd,
    env,
    stdio: [input === 'pipe' ? 'pipe' : 'ignore', output, output],
    // The variables of the proxy come last: without it the command has no network at all.
    extra: { ...variables, ...network?.variables },
    ...network?.entering,
    ...(terminal === null ? {} : { terminal: terminal.path }),
  })
  // The fence counts the output of pipes itself.
  terminal?.stream.on('data', (chunk: Uint8Array) => running.printed(chunk.length))
  const end = running.result.then((ended): CommandEnd => {
    network?.access.close()
    const signal = ended.end.kind === 'killed' ? ended.end.signal : null
    return {
      exitCode: ended.end.kind === 'exited' ? ended.end.code : exitCodeFor(signal),
      signal,
      fence: { plan, ended, refused: network?.access.refused ?? [] },
    }
  })
  return { child: running.child, end, kill: running.kill }
}

function startPlain(command: Command, terminal: Terminal | null): StartedProcess {
  const { argv, cwd, env, variables, input } = command
  const mark = watchedMark()
  const [program = '', ...args] = terminal === null ? argv : [...enterTerminal, terminal.path, ...argv]
  const output = terminal === null ? 'pipe' : 'ignore'
  const nothing = openSync('/dev/null', 'r')
  const child = spawn(program, args, {
    cwd,
    env: { ...env, ...variables, [markVariable]: mark },
    stdio: [input === 'pipe' ? 'pipe' : 'ignore', output, output, ...coverInherited(nothing, 3)],
    // A session of its own, so that it can be killed as a whole.
    detached: true,
    windowsHide: true,
  })
  closeSync(nothing)
  const kill = () => (child.pid === undefined ? Promise.resolve() : killTree({ root: child.pid, mark }))
  const end = new Promise<CommandEnd>((resolve, reject) => {
    child.once('error', error => {
      if (!isMissing(error)) return reject(new ToolFailure('tool_failed', startFailure(error)))
      command.onOutput(Buffer.from(`\`${program}\`: no such program\n`), 'stderr')
      resolve({ exitCode: 127, signal: null, fence: null })
    })
    // As in the fence, processes in the background end with the command.
    child.once(
      'exit',
      (code, signal) => void kill().then(() => resolve({ exitCode: code ?? exitCodeFor(signal), signal, fence: null })),
    )
  })
  return { child, end, kill: () => void kill() }
}

/** Connects the streams. The command has ended when its process has and all output has arrived. */
function connect(command: Command, { child, end, kill }: StartedProcess, terminal: Terminal | null): RunningCommand {
  const outputs: readonly (readonly [Readable | null, 'stdout' | 'stderr'])[] =
    terminal === null
      ? [
          [child.stdout, 'stdout'],
          [child.stderr, 'stderr'],
        ]
      : [[terminal.stream, 'stdout']]
  const read = outputs.map(([stream, from]) => readAll(stream, chunk => command.onOutput(chunk, from)))
  const input: Writable | null = terminal === null ? child.stdin : terminal.stream
  // A program may end without reading its input.
  input?.on('error', () => {})
  const closeTerminal = () => {
    for (const chunk of terminal?.close() ?? []) command.onOutput(chunk, 'stdout')
  }
  return {
    kill,
    write: text => {
      if (input === null || !input.writable || input.writableLength > mostWaiting) return false
      input.write(text)
      return true
    },
    endInput: () => void child.stdin?.end(),
    resize: size => terminal?.resize(size),
    end: end.then(
      async ended => {
        closeTerminal()
        await Promise.all(read.map(({ finish }) => finish()))
        return ended
      },
      thrown => {
        closeTerminal()
        throw thrown
      },
    ),
  }
}

/** Text that waits in this process until the program reads it. */
const mostWaiting = 1_000_000

/**
 * Reads a stream. `finish` waits until it ends: after the last process that is at once, but another process may hold the pipe. So
 * it gives up after a while without output, counted in turns, since on a busy machine one turn can take long.
 */
function readAll(stream: Readable | null, onChunk: (chunk: Uint8Array) => void) {
  if (stream === null) return { finish: async () => {} }
  let quietTurns = 0
  let isOver = false
  stream.on('data', (chunk: Uint8Array) => {
    quietTurns = 0
    onChunk(chunk)
  })
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'error', 'close'])
      stream.once(event, () => {
        isOver = true
        resolve()
      })
  })
  return {
    finish: async () => {
      for (quietTurns = 0; !isOver && quietTurns < 40; quietTurns += 1) await Promise.race([ended, delay(50)])
      stream.destroy()
    },
  }
}

const exitCodeFor = (signal: NodeJS.Signals | null): number => 128 + (signal === null ? 0 : constants.signals[signal])

const isMissing = (error: Error): boolean => 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')

function startFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'E2BIG'
    ? 'the command is longer than the system allows; write it to a file and run that'
    : `the command could not be started: ${error instanceof Error ? error.message : 'unknown error'}`
}
