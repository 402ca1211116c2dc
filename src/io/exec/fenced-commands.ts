import type { FenceDenial } from '../../fence/explain/denial.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { boundedOutput } from './bounded-output.ts'
import { callNetworks } from './call-networks.ts'
import { mayStartAgain } from './command.ts'
import { type CommandContext, commandFor } from './command-for.ts'
import { explainEnd } from './explain-end.ts'
import { spawnCommand } from './spawn-command.ts'

/** Starts the commands of allowed calls, each inside the fence that the gate planned for it. */
export interface FencedCommands {
  /**
   * Runs a command to its end. Throws a `ToolFailure` if it could not start; a command that fails returns its exit code.
   * If the plan of the call is null, the policy does not fence it, and the command runs as it is. When the call ends early, the
   * command is killed with all its processes.
   */
  run(running: Running, argv: readonly string[], options?: FencedCommandOptions): Promise<CommandResult>
  /** Ends the network that the commands share. */
  close(): Promise<void>
}

export interface FencedCommandOptions {
  /** Text for its standard input; by default it gets none. */
  readonly input?: string | undefined
  /** The most bytes that are kept of each output, by default 1 MiB. The middle of longer output is left out. */
  readonly mostOutput?: number | undefined
}

export interface CommandResult {
  /** As a shell reports it: 127 if there is no such program, 128 + N if signal N ended it. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Whether output was left out. */
  readonly isCut: boolean
  /** The actions that the fence stopped, if that is why it failed. */
  readonly denials?: readonly FenceDenial[]
}

/**
 * Opens what commands of one session share: a network of their own, in which each call reaches only its own hosts. Sessions do
 * not share anything, so one process can have many.
 *
 * @example
 * const commands = fencedCommands()
 * await gate.run({ tool: 'shell_exec', input: { argv } }, running => commands.run(running, argv))
 * await commands.close()
 */
export function fencedCommands(env: NodeJS.ProcessEnv = process.env): FencedCommands {
  const context: CommandContext = { env, variables: {}, networks: callNetworks() }
  return {
    run: (running, argv, options = {}) => runToEnd({ ...options, running, argv }, context),
    close: () => context.networks.close(),
  }
}

interface Wanted extends FencedCommandOptions {
  readonly running: Running
  readonly argv: readonly string[]
}

const mebibyte = 2 ** 20

async function runToEnd(wanted: Wanted, context: CommandContext, attempt = 1): Promise<CommandResult> {
  const { running, argv, input, mostOutput: most = mebibyte } = wanted
  const { signal } = running
  const outputs = { stdout: boundedOutput(most), stderr: boundedOutput(most) }
  const command = await commandFor(
    {
      argv,
      env: {},
      input: input === undefined ? 'none' : 'pipe',
      onOutput: (chunk, from) => outputs[from].add(chunk),
    },
    running,
    context,
  )
  if (signal.aborted) throw new ToolFailure('cancelled', 'the call was cancelled before the command started')
  const started = spawnCommand(command)
  if (input !== undefined) {
    started.write(input)
    started.endInput()
  }
  signal.addEventListener('abort', started.kill, { once: true })
  const end = await started.end.finally(() => signal.removeEventListener('abort', started.kill))
  if (mayStartAgain(end, attempt)) return runToEnd(wanted, context, attempt + 1)
  const [stdout, stderr] = [outputs.stdout, outputs.stderr].map(output => output.take({ most, isLast: true }))
  const [out, err] = [stdout?.text ?? '', stderr?.text ?? '']
  const denials = explainEnd({ running, command, end, stderr: err })
  if (end.fence?.ended.end.kind === 'broken')
    throw new ToolFailure('sandbox_denied', `${end.fence.ended.end.message} ${err}`.trim())
  return {
    code: end.exitCode,
    stdout: out,
    stderr: err,
    isCut: [stdout, stderr].some(taken => (taken?.leftOut ?? 0) > 0),
    ...(denials.length === 0 ? {} : { denials }),
  }
}
