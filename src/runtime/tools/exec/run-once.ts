import { limits } from '../../../core/limits.ts'
import type { FenceDenial } from '../../../fence/explain/denial.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { boundedOutput, type TakenOutput } from '../../../io/exec/bounded-output.ts'
import { type CommandEnd, mayStartAgain } from '../../../io/exec/command.ts'
import { commandFor } from '../../../io/exec/command-for.ts'
import { explainEnd } from '../../../io/exec/explain-end.ts'
import { spawnCommand } from '../../../io/exec/spawn-command.ts'
import type { ToolOutput } from '../runtime-tool.ts'
import { commandFailure, timeoutFailure } from './command-failure.ts'
import { type ExecContext, variableNames } from './exec-context.ts'
import { fenceNotes } from './fence-notes.ts'

export interface OneCommand {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly timeoutMs?: number | undefined
}

/** Runs a command to its end and returns its output and exit code. Nothing that it started is left when this returns. */
export async function runOnce(
  one: OneCommand,
  running: Running,
  context: ExecContext,
  attempt = 1,
): Promise<ToolOutput> {
  const { argv, env = {}, timeoutMs = limits.commandMs } = one
  const { clock } = context
  const outputs = { stdout: boundedOutput(limits.heldBytes), stderr: boundedOutput(limits.heldBytes) }
  const onOutput = (chunk: Uint8Array, from: 'stdout' | 'stderr') => outputs[from].add(chunk)
  const prepared = await commandFor({ argv, env, input: 'none', onOutput }, running, context)
  if (running.signal.aborted) throw new ToolFailure('cancelled', 'the call was cancelled before the command started')
  const startedAt = clock.now().getTime()
  const command = spawnCommand(prepared)
  let isLate = false
  const cancelTimer = clock.after(timeoutMs, () => {
    isLate = true
    command.kill()
  })
  const stop = () => command.kill()
  running.signal.addEventListener('abort', stop, { once: true })
  try {
    const end = await command.end
    if (!isLate && mayStartAgain(end, attempt)) return await runOnce(one, running, context, attempt + 1)
    const taken = { stdout: take(outputs.stdout), stderr: take(outputs.stderr) }
    const both = printed(taken)
    const denials = explainEnd({ running, command: prepared, end, stderr: taken.stderr.text })
    if (isLate) throw timeoutFailure(timeoutMs, both)
    const failure = commandFailure(end, both)
    if (failure !== null) throw failure
    return report(end, taken, {
      durationMs: clock.now().getTime() - startedAt,
      names: variableNames({ env }, context),
      denials,
    })
  } finally {
    cancelTimer()
    running.signal.removeEventListener('abort', stop)
  }
}

type BothOutputs = Readonly<Record<'stdout' | 'stderr', TakenOutput>>

const take = (output: ReturnType<typeof boundedOutput>): TakenOutput =>
  output.take({ most: limits.shownBytes, isLast: true })

const printed = ({ stdout, stderr }: BothOutputs): string =>
  stderr.text === ''
    ? stdout.text
    : stdout.text === ''
      ? stderr.text
      : `${endLine(stdout.text)}[stderr]\n${stderr.text}`

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

interface CommandReport {
  readonly durationMs: number
  /** The names of the variables that the call set. */
  readonly names: readonly string[]
  readonly denials: readonly FenceDenial[]
}

function report(
  { exitCode, signal, fence }: CommandEnd,
  outputs: BothOutputs,
  { durationMs, names, denials }: CommandReport,
): ToolOutput {
  const notes = fence === null ? [] : fenceNotes(fence, denials)
  const output = printed(outputs)
  const how = `[exit code ${exitCode}${signal === null ? '' : `, ended by ${signal}`}, ${durationMs} ms]`
  return {
    text: [...(output === '' ? [] : [output.replace(/\n$/, '')]), ...notes.map(note => `[${note}]`), how].join('\n'),
    data: {
      exit_code: exitCode,
      signal,
      duration_ms: durationMs,
      stdout: outputs.stdout.text,
      stderr: outputs.stderr.text,
      left_out_bytes: outputs.stdout.leftOut + outputs.stderr.leftOut,
      fenced: fence !== null,
      notes,
      fence_denied: denials.map(denial => ({ ...denial })),
      env_keys: names,
    },
  }
}
