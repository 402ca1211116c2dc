import * as v from 'valibot'
import type { Clock } from '../../../core/clock.ts'
import type { Switches } from '../../../core/switches/switches.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { systemClock } from '../../../io/clock.ts'
import { callNetworks } from '../../../io/exec/call-networks.ts'
import { ownPaths } from '../../../io/paths.ts'
import { openSwitches } from '../../../io/stores/switches.ts'
import type { ExecSessions } from '../../../tools/families/exec-sessions.ts'
import { defineRuntimeTool, type RuntimeTool } from '../runtime-tool.ts'
import { argvInput, commandOptions, loginInput, textInput } from './command-input.ts'
import type { ExecContext } from './exec-context.ts'
import { type OneCommand, runOnce } from './run-once.ts'
import { sandboxTool } from './sandbox-tool.ts'
import { sessionTable } from './session-table.ts'
import { sessionTools } from './session-tools.ts'
import { shellWords } from './shell-words.ts'

export interface ExecOptions {
  /** The list of programs that take input. The gate must have the same one: `createGate({ …, tools: { sessions } })`. */
  readonly sessions: ExecSessions
  /** The environment of commands; that of this process by default. In the fence, they get only a part of it. */
  readonly env?: NodeJS.ProcessEnv
  /** More variables for every command, for example from `readEnvFile`. The fence passes them on. */
  readonly variables?: Readonly<Record<string, string>>
  readonly clock?: Clock
  /** Where a person stops sessions; by default their own state directory. */
  readonly switches?: Pick<Switches, 'watch'>
}

export interface ExecTools {
  readonly tools: readonly RuntimeTool[]
  /** Runs the command of an allowed call, for tools such as `skill_exec` that start commands of their own. */
  readonly runCommand: RunOne
  /** Kills the programs that a run has left running. Call it when the run ends. */
  endRun(run: string): Promise<void>
  /** Kills all programs and closes the network of the fence. */
  close(): Promise<void>
}

/**
 * The tools that run commands: `shell_exec`, `shell`, `shell_command`, `bash`, `sandbox`, `exec_command` and `write_stdin`.
 *
 * @example
 * const sessions = execSessions()
 * const gate = createGate({ policies, ports, place, tools: { sessions } })
 * const exec = execTools({ sessions })
 */
export function execTools({
  sessions,
  env = process.env,
  variables = {},
  clock = systemClock,
  switches = openSwitches(ownPaths(env)),
}: ExecOptions): ExecTools {
  const context: ExecContext = { sessions, env, variables, clock, networks: callNetworks() }
  const table = sessionTable(sessions, { clock, switches })
  const once = (command: OneCommand, running: Running) => runOnce(command, running, context)
  return {
    tools: [...commandTools(once), sandboxTool(once), ...sessionTools(table, context)],
    runCommand: once,
    endRun: run => table.close(run),
    close: async () => {
      await table.close()
      await context.networks.close()
    },
  }
}

type RunOne = (command: OneCommand, running: Running) => ReturnType<typeof runOnce>

const ending = `Processes that it leaves in the background end with it; for a program that keeps running, use exec_command.`

const commandTools = (once: RunOne): readonly RuntimeTool[] => [
  defineRuntimeTool({
    name: 'shell_exec',
    description: `Runs a program with a list of arguments, without a shell, and returns its output and exit code. ${ending}`,
    input: v.object({ argv: argvInput, ...commandOptions }),
    run: ({ argv, env, timeout_ms }, running) => once({ argv, env, timeoutMs: timeout_ms }, running),
  }),
  defineRuntimeTool({
    name: 'shell',
    description: `The same as shell_exec, with the list under the name \`command\`. ${ending}`,
    input: v.object({ command: argvInput, ...commandOptions }),
    run: ({ command, env, timeout_ms }, running) => once({ argv: command, env, timeoutMs: timeout_ms }, running),
  }),
  defineRuntimeTool({
    name: 'shell_command',
    description: `Runs shell code and returns its output and exit code. Prefer shell_exec: a list of arguments needs no quoting and fewer approvals. Use this for pipes, redirections and several commands. ${ending}`,
    input: v.object({ command: textInput, login: loginInput, ...commandOptions }),
    run: ({ command, login, env, timeout_ms }, running) =>
      once({ argv: shellWords({ text: command, login }), env, timeoutMs: timeout_ms }, running),
  }),
  defineRuntimeTool({
    name: 'bash',
    description: `Runs shell code and returns its output and exit code. Prefer shell_exec for a single program. ${ending}`,
    input: v.object({
      command: textInput,
      timeout: v.optional(v.pipe(v.number(), v.minValue(1), v.description('The same as timeout_ms.'))),
      ...commandOptions,
    }),
    run: ({ command, env, timeout, timeout_ms }, running) => {
      refuseUnsupported(running)
      return once({ argv: shellWords({ text: command }), env, timeoutMs: timeout_ms ?? timeout }, running)
    },
  }),
]

/** Keys of other clients' `bash` that mean another way to run. To ignore them would surprise the model. */
const unsupported = ['run_in_background', 'async', 'detach', 'shellId', 'sessionId']

function refuseUnsupported({ call }: Running): void {
  const key = unsupported.find(name => Object.hasOwn(call.input, name) && Boolean(call.input[name]))
  if (key !== undefined)
    throw new ToolFailure(
      'validation',
      `\`bash\` has no \`${key}\` here; use \`exec_command\` for a program that keeps running`,
    )
}
