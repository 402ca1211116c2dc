import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fenceDescriptors } from '../../fence/bubblewrap.ts'
import type { FencePlan } from '../../fence/fence.ts'
import { hostSocket } from '../../fence/mounts.ts'
import { withProxyPort } from '../../fence/seatbelt.ts'
import { findSystemProgram } from './find-programs.ts'

/** How to start one fenced command. */
export interface FencedStart {
  readonly plan: FencePlan
  /** The command's own words. */
  readonly argv: readonly string[]
  /** All variables; the plan says which of them the command gets. */
  readonly env: NodeJS.ProcessEnv
  /** Standard input, output and error. */
  readonly stdio: readonly [Stream, Stream, Stream]
  /** More variables for this run, such as the address of its proxy. */
  readonly extra?: Readonly<Record<string, string>>
  /** A program that enters the network of the session, in front of the sandbox. */
  readonly network?: readonly string[]
  /** The port of the session's proxy, where the sandbox must let the command reach it. */
  readonly proxyPort?: number
  /** The directory to start in, if it is not the plan's own. */
  readonly cwd?: string
  /** The path of a terminal that the command sits at, in place of `stdio`. */
  readonly terminal?: string
  /** A program that enters the control group of the run, in front of everything else. */
  readonly group?: readonly string[]
}

type Stream = 'pipe' | 'inherit' | 'ignore' | number

/** A fenced command that runs. Ending it ends every process that it started. */
export interface FencedProcess {
  readonly child: ChildProcess
  /** How it ended. Never rejects. */
  readonly end: Promise<FencedEnd>
  /** Sends a signal to the command itself, as a terminal would. */
  signal(name: NodeJS.Signals): void
  /** Ends the command and all its processes at once. */
  kill(): void
  /** Host ids of all processes in the sandbox. */
  processes(): readonly number[]
}

/** `broken`: the sandbox itself failed, so the command did not run. `canRetry`: the cause is gone, so the next try may start. */
export type FencedEnd =
  /** 128 + N if signal N ended the command, as a shell reports it. */
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'broken'; readonly message: string; readonly canRetry?: true }

/** Starts a command inside its plan. INVARIANT: without the sandbox, the command does not start. */
export function startFenced(start: FencedStart): FencedProcess {
  const { plan, argv, env, stdio, extra = {}, network = [], proxyPort, terminal, group = [] } = start
  const sockets = presentSockets(plan)
  const covering = coveringOnly(plan, sockets)
  const words = network.length === 0 ? covering : covering.filter(word => word !== '--unshare-net')
  const wrapper = proxyPort === undefined ? words : withProxyPort(words, proxyPort)
  const launcher = launcherWords(start)
  const [program = '/nonexistent', ...args] = [
    ...[...group, ...network, ...launcher.around],
    ...[...wrapper, ...launcher.inside, ...argv],
  ]
  const nothing = openSync('/dev/null', 'r')
  const child = spawn(program, args, {
    env: { ...onlyNamed(env, plan.env), ...extra },
    stdio: [...stdio, 'pipe', 'pipe', ...coverInherited(nothing, 5)] satisfies StdioOptions,
    // A terminal belongs to the first process of a session that opens it.
    detached: terminal !== undefined,
    windowsHide: true,
  })
  closeSync(nothing)
  const filter = child.stdio[fenceDescriptors.seccomp]
  if (filter !== null && filter !== undefined && 'end' in filter) {
    // If the sandbox fails early, it closes the pipe; its own message tells why.
    filter.on('error', () => {})
    filter.end(Buffer.from(plan.seccomp ?? '', 'base64'))
  }
  const status = readStatus(child)
  let inner: readonly number[] = []
  const end = new Promise<FencedEnd>(resolve => {
    child.once('error', error => resolve({ kind: 'broken', message: error.message }))
    child.once('exit', (exitCode, signal) => {
      void status.complete.then(async () => {
        await gone([...inner, ...(signal === null ? [] : [status.init() ?? 0])])
        const code = status.exitCode() ?? (status.hasStarted() ? exitCode : null)
        if (code !== null) resolve({ kind: 'exited', code })
        else if (signal !== null) resolve({ kind: 'killed', signal })
        else if (sockets.every(path => existsSync(path)))
          resolve({ kind: 'broken', message: 'the sandbox could not be set up' })
        else resolve({ kind: 'broken', message: vanishedSocket, canRetry: true })
      })
    })
  })
  return {
    child,
    end,
    kill: () => {
      inner = killSandbox(child)
    },
    signal: name => {
      if (status.hasStarted()) child.kill(name)
      for (const pid of childrenOf(status.init())) send(pid, name)
    },
    processes: () => descendantsOf(status.init()),
  }
}

/**
 * How often a command may be started whose sandbox failed with `canRetry`. Each attempt covers fewer sockets than the one before;
 * a program that opens and closes the same one must not hold it up for ever.
 */
export const mostAttempts = 50

const vanishedSocket = 'a socket of another program disappeared while the sandbox was set up; run the command again'

/** The sockets to cover. One that was removed since the plan was made cannot be covered, and needs no cover. */
const presentSockets = ({ mounts }: FencePlan): readonly string[] =>
  mounts.flatMap(({ path, because }) => (because === hostSocket && existsSync(path) ? [path] : []))

/** The plan's words with the covers of these sockets alone. */
function coveringOnly({ argv, mounts }: FencePlan, sockets: readonly string[]): readonly string[] {
  const left = new Set(
    mounts.flatMap(({ path, because }) => (because === hostSocket && !sockets.includes(path) ? [path] : [])),
  )
  const isLeft = (at: number): boolean =>
    argv[at] === '--ro-bind' && argv[at + 1] === '/dev/null' && left.has(argv[at + 2] ?? '')
  return left.size === 0 ? argv : argv.filter((_, at) => ![at, at - 1, at - 2].some(isLeft))
}

/**
 * Descriptors that this process got from its own parent, from number `first` on. Node passes some of them on, and one of
 * a directory would lead past every mount. In the child they read from `nothing` instead.
 */
export function coverInherited(nothing: number, first: number): readonly ('ignore' | number)[] {
  const inherited = new Set(openDescriptors().filter(fd => fd >= first && isInherited(fd)))
  return Array.from({ length: Math.max(first, ...[...inherited].map(fd => fd + 1)) - first }, (_, index) =>
    inherited.has(index + first) ? nothing : 'ignore',
  )
}

function openDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

/** Whether a descriptor stays open in a new program. Node opens its own ones so that they do not. */
function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0'
    return (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    return false
  }
}

const closeOnExec = 0o2_000_000

interface LauncherWords {
  /** In front of the sandbox. */
  readonly around: readonly string[]
  /** In front of the command, inside the sandbox. */
  readonly inside: readonly string[]
}

/**
 * `env` starts the command, so that a missing program exits with 127 as in a shell, and is not mistaken for a broken sandbox.
 * At a terminal, Ctrl-C must reach the command and not the sandbox around it: the sandbox ignores it, the command does not.
 */
function launcherWords({ stdio, argv, cwd, terminal }: FencedStart): LauncherWords {
  // The sandbox of macOS becomes the command, so both concerns do not exist there.
  if (process.platform === 'darwin') return { around: [], inside: [] }
  const env = findSystemProgram('env')
  if (env === null) return { around: [], inside: [] }
  const isAtTerminal = terminal !== undefined || (stdio[0] === 'inherit' && process.stdin.isTTY === true)
  const open = terminal === undefined ? [] : [...enterTerminal, terminal]
  return {
    around: [...open, ...(isAtTerminal ? ['/bin/sh', '-c', 'trap "" INT QUIT TSTP; exec "$@"', 'sh'] : [])],
    inside: [
      env,
      ...(isAtTerminal ? ['--default-signal=INT,QUIT,TSTP'] : []),
      ...(cwd === undefined ? [] : [`--chdir=${cwd}`]),
      '--',
      // `env` would take a first word with `=` for a variable, and run the second one.
      ...((argv[0] ?? '').includes('=') ? ['/bin/sh', '-c', 'exec "$@"', 'sh'] : []),
    ],
  }
}

/** Makes the terminal that is named next the standard streams and the controlling terminal, and runs the words behind it. */
export const enterTerminal = ['/bin/sh', '-c', 'exec 0<>"$1" 1>&0 2>&0; shift; exec "$@"', 'sh']

/**
 * The first process inside ends with the one outside only after it has asked the kernel for that, which a busy machine delays. So
 * the outer process is stopped, since it could start the inner one just now, and both are killed. The kernel kills the rest.
 */
function killSandbox(child: ChildProcess): readonly number[] {
  child.kill('SIGSTOP')
  const inner = childrenOf(child.pid ?? null)
  for (const pid of inner) send(pid, 'SIGKILL')
  child.kill('SIGKILL')
  return inner
}

/** Waits until these processes have ended. The first one inside a sandbox ends last, after all others are gone. */
async function gone(pids: readonly number[]): Promise<void> {
  for (let turns = 0; turns < 200 && pids.some(isAlive); turns += 1) await delay(10)
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && !/^.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const onlyNamed = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))

interface RunStatus {
  /** The first process of the sandbox, as the host numbers it. */
  init(): number | null
  /** The command's exit code; null if it did not run to its end. */
  exitCode(): number | null
  /** The command itself took the place of the sandbox's process, so that process's exit code is the command's (macOS). */
  hasStarted(): boolean
  /** Everything that bubblewrap reports has arrived. */
  readonly complete: Promise<void>
}

/** Reads the reports of bubblewrap. Only they tell a sandbox that failed from a command that exited with 1. */
function readStatus(child: ChildProcess): RunStatus {
  const stream = child.stdio[fenceDescriptors.status]
  let text = ''
  const complete = new Promise<void>(resolve => {
    if (stream === null || stream === undefined || !('on' in stream)) return resolve()
    stream.on('data', (chunk: Buffer) => {
      if (text.length < 65_536) text += chunk.toString('utf8')
    })
    for (const event of ['end', 'error', 'close']) stream.on(event, () => resolve())
    // A sandbox that failed half-way can leave a process that keeps the stream open.
    child.once('exit', () => setTimeout(resolve, 500).unref())
  })
  const field = (name: string): number | null => {
    const found = new RegExp(`"${name}"\\s*:\\s*(\\d+)`).exec(text)?.[1]
    return found === undefined ? null : Number(found)
  }
  return {
    init: () => field('child-pid'),
    exitCode: () => field('exit-code'),
    hasStarted: () => field('started') !== null,
    complete,
  }
}

function childrenOf(pid: number | null): readonly number[] {
  if (pid === null) return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function descendantsOf(pid: number | null): readonly number[] {
  const found: number[] = []
  const open = [...childrenOf(pid)]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next)
    open.push(...childrenOf(next))
  }
  return found
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}
