import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { FencePlan } from '../../fence/fence.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { explainRun } from './explain-run.ts'
import { type CallNetwork, entering, type NetworkSession, startNetwork } from './network/network-session.ts'
import { runFenced } from './run-fenced.ts'

/** Starts the commands of allowed calls, each inside the fence that the gate planned for it. */
export interface FencedCommands {
  /**
   * Runs a command to its end. Throws a `ToolFailure` if it could not start; a command that fails returns its exit code.
   * If the plan of the call is null, the policy does not fence it, and the command runs as it is.
   */
  run(running: Running, argv: readonly string[], options?: FencedCommandOptions): Promise<CommandResult>
  /** Ends the network that the commands share. */
  close(): void
}

export interface FencedCommandOptions {
  /** Text for its standard input; by default it gets none. */
  readonly input?: string | undefined
  /** The most bytes that are kept of each output; by default 1 MiB. */
  readonly mostOutput?: number | undefined
}

export interface CommandResult {
  /** As a shell reports it: 127 if there is no such program, 128 + N if signal N ended it. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Whether output was left out. */
  readonly isCut: boolean
  /** What the fence kept it from doing, if that is why it failed. */
  readonly denials?: readonly FenceDenial[]
}

/**
 * Opens what commands of one session share: a network of their own, in which each call reaches only its own hosts. Sessions do
 * not share anything, so one process can have many.
 *
 * @example
 * const commands = fencedCommands()
 * await gate.run({ tool: 'shell_exec', input: { argv } }, running => commands.run(running, argv))
 * commands.close()
 */
export function fencedCommands(env: NodeJS.ProcessEnv = process.env): FencedCommands {
  let session: ReturnType<typeof startNetwork> | null = null
  async function openNetwork({ network }: FencePlan): Promise<OpenNetwork | null> {
    if (network === 'full') return null
    session ??= startNetwork()
    const started = await session
    if (started.ok) return { session: started.value, call: started.value.open(network) }
    session = null
    if (network.length > 0) throw new ToolFailure('sandbox_denied', started.faults[0].message)
    // Nothing may be reached, and the plan has no network without a proxy.
    return null
  }
  return {
    run: async (running, argv, options = {}) => {
      const { plan } = running
      if (plan === null) return runPlain(running, argv, { env, ...options })
      const network = await openNetwork(plan)
      try {
        return await runPlanned({ ...running, plan }, argv, { env, network, ...options })
      } finally {
        network?.call.access.close()
      }
    },
    close: () => void session?.then(started => started.ok && started.value.close()),
  }
}

interface OpenNetwork {
  readonly session: NetworkSession
  readonly call: CallNetwork
}

interface Start extends FencedCommandOptions {
  readonly env: NodeJS.ProcessEnv
}

async function runPlanned(
  { plan, call, verdict, signal, held }: Running & { readonly plan: FencePlan },
  argv: readonly string[],
  { env, network, input, mostOutput }: Start & { readonly network: OpenNetwork | null },
): Promise<CommandResult> {
  const process = runFenced({
    plan,
    argv,
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(network === null ? {} : { ...entering(network.session), extra: network.call.variables }),
  })
  const output = collect(process.child, { input, mostOutput })
  signal.addEventListener('abort', () => process.kill(), { once: true })
  const ended = await process.result
  const { end, reached, quarantined } = ended
  for (const { host, port } of network?.call.access.refused ?? []) held({ by: 'network', what: `${host}:${port}` })
  if (reached !== null) held({ by: 'limit', what: reached })
  for (const { path } of quarantined) held({ by: 'name', what: path })
  if (end.kind === 'broken') throw new ToolFailure('sandbox_denied', `${end.message} ${output.stderr()}`.trim())
  const all = await output.all()
  const denials = explainRun({
    ...{ plan, call, argv, ended, env },
    effects: verdict.effects,
    network: network?.call ?? null,
    stderr: all.stderr,
  })
  for (const denial of denials) held(denial)
  const code = end.kind === 'exited' ? end.code : 137
  return { code, ...all, ...(denials.length === 0 ? {} : { denials }) }
}

function runPlain(
  { call, signal }: Running,
  [program = '', ...words]: readonly string[],
  { env, input, mostOutput }: Start,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const
    const child = spawn(program, words, { cwd: call.place.cwd, env, signal, killSignal: 'SIGKILL', stdio: [...stdio] })
    const output = collect(child, { input, mostOutput })
    child.once('error', error => reject(new ToolFailure('not_found', error.message)))
    child.once('close', code => void output.all().then(all => resolve({ code: code ?? 137, ...all })))
  })
}

const mebibyte = 2 ** 20

function collect(child: ChildProcess, { input, mostOutput = mebibyte }: FencedCommandOptions) {
  // A command that does not read its input may end before all of it is written.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const stdout = kept(child.stdout, mostOutput)
  const stderr = kept(child.stderr, mostOutput)
  return {
    stderr: () => stderr.text(),
    all: async (): Promise<Omit<CommandResult, 'code' | 'denials'>> => {
      await Promise.all([stdout.ended, stderr.ended])
      return { stdout: stdout.text(), stderr: stderr.text(), isCut: stdout.isCut() || stderr.isCut() }
    },
  }
}

/** The beginning of a stream. All of it is read, so that the command does not wait. */
function kept(stream: Readable | null, most: number) {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    if (size < most) chunks.push(chunk.subarray(0, most - size))
    size += chunk.length
  })
  const ended = new Promise<void>(resolve => {
    if (stream === null) return resolve()
    for (const event of ['end', 'error', 'close']) stream.once(event, () => resolve())
  })
  return { ended, text: () => Buffer.concat(chunks).toString('utf8'), isCut: () => size > most }
}
