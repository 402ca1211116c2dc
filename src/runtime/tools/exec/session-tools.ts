import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { boundedOutput, type TakenOutput } from '../../../io/exec/bounded-output.ts'
import type { Command } from '../../../io/exec/command.ts'
import { commandFor } from '../../../io/exec/command-for.ts'
import { explainEnd } from '../../../io/exec/explain-end.ts'
import { spawnCommand } from '../../../io/exec/spawn-command.ts'
import { usualSize } from '../../../io/exec/terminal.ts'
import { explainedBytes } from '../../../io/fence/explain-run.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../runtime-tool.ts'
import { commandFailure, withOutput } from './command-failure.ts'
import { commandOptions, loginInput, sessionOptions, textInput, wantedBytes } from './command-input.ts'
import type { ExecContext } from './exec-context.ts'
import { fenceNotes } from './fence-notes.ts'
import { type Session, type SessionTable, wantedSize } from './session-table.ts'
import { shellWords } from './shell-words.ts'

/** The tools for programs that keep running: servers, watchers, and programs that ask questions. */
export const sessionTools = (table: SessionTable, context: ExecContext): readonly RuntimeTool[] => [
  defineRuntimeTool({
    name: 'exec_command',
    description:
      'Starts shell code that may keep running, and returns its output so far. If it still runs, the result has a `session_id` for write_stdin. Prefer shell_exec for everything that ends by itself.',
    input: v.object({
      cmd: textInput,
      tty: v.optional(
        v.pipe(
          v.boolean(),
          v.description('Whether it runs at a terminal. Interactive programs need one. Without it, input is a pipe.'),
        ),
      ),
      login: loginInput,
      shell: v.optional(v.pipe(v.string(), v.description('The shell; bash by default.'))),
      ...sessionOptions,
      ...commandOptions,
    }),
    run: async ({ cmd, tty = false, login, shell, env = {}, ...options }, running) => {
      const size = wantedSize(options, usualSize) ?? usualSize
      const input: Command['input'] = tty ? size : 'pipe'
      const prepared = await commandFor(
        { argv: shellWords({ text: cmd, login, shell }), env, input, onOutput: () => {} },
        running,
        context,
      )
      if (running.signal.aborted) throw cancelled
      const errors = boundedOutput(everything.most)
      const session = table.open({
        owner: running.call.place.session,
        via: tty ? 'terminal' : 'pipe',
        text: cmd,
        explain: (end, held) =>
          explainEnd({ running: { ...running, held }, command: prepared, end, stderr: errors.take(everything).text }),
        totalMs: options.timeout_ms ?? limits.sessionMs,
        start: onOutput =>
          spawnCommand({
            ...prepared,
            onOutput: (chunk, from) => {
              onOutput(chunk)
              if (tty || from === 'stderr') errors.add(chunk)
            },
          }),
      })
      running.outlives?.(session.command.end)
      await table.wait(session, options.yield_time_ms ?? limits.firstYieldMs, running.signal)
      // A call that was cancelled has returned no number, so nothing could end the program later.
      if (running.signal.aborted) session.command.kill()
      return answer(session, { running, table, context, most: wantedBytes(options.max_output_tokens) })
    },
  }),
  defineRuntimeTool({
    name: 'write_stdin',
    description:
      'Types into a program that exec_command started, and returns its output since the last call. Empty `chars` only reads. End a line with a line break. At a terminal, "\\u0003" is Ctrl-C and "\\u0004" is the end of input.',
    input: v.object({
      session_id: v.pipe(v.number(), v.integer('an integer')),
      chars: v.optional(v.pipe(v.string(), v.description('The text to type. It is never recorded.'))),
      ...sessionOptions,
    }),
    run: async ({ session_id, chars = '', ...options }, running) => {
      const session = table.find(session_id)
      const size = wantedSize(options, usualSize)
      if (size !== null) session.command.resize(size)
      if (chars !== '') table.type(session, chars)
      await table.wait(session, options.yield_time_ms ?? limits.yieldMs, running.signal)
      return answer(session, { running, table, context, most: wantedBytes(options.max_output_tokens) })
    },
  }),
]

/** The explanation reads the end of the errors, which is half of what is kept. */
const everything = { most: 2 * explainedBytes, isLast: true }

const cancelled = new ToolFailure('cancelled', 'the call was cancelled before the program started')

interface Answering {
  readonly running: Running
  readonly table: SessionTable
  readonly context: ExecContext
  readonly most: number
}

/** The output since the last call. If the program has ended, the session is removed (R114). */
function answer(session: Session, { running, table, context, most }: Answering): ToolOutput {
  const end = session.end()
  const durationMs = context.clock.now().getTime() - session.startedAt
  const taken = session.output.take({ most, isLast: end !== null })
  if (end === null) {
    const id = table.name(session)
    return {
      text: lines(taken, [`session ${id} is running`]),
      data: { session_id: id, running: true, ...outputData(taken, durationMs) },
    }
  }
  const id = session.id()
  table.remove(session)
  if (end instanceof ToolFailure) throw new ToolFailure(end.code, withOutput(end.message, taken.text))
  const denials = session.explain(end, running.held)
  const failure = commandFailure(end, taken.text)
  if (failure !== null) throw failure
  const notes = end.fence === null ? [] : fenceNotes(end.fence, denials)
  const signal = end.signal === null ? '' : `, ended by ${end.signal}`
  return {
    text: lines(taken, [...notes, `exit code ${end.exitCode}${signal}, ${durationMs} ms`]),
    data: {
      session_id: id,
      running: false,
      exit_code: end.exitCode,
      signal: end.signal,
      fenced: end.fence !== null,
      notes,
      fence_denied: denials.map(denial => ({ ...denial })),
      ...outputData(taken, durationMs),
    },
  }
}

const outputData = ({ text, leftOut }: TakenOutput, durationMs: number) => ({
  output: text,
  left_out_bytes: leftOut,
  duration_ms: durationMs,
})

const lines = ({ text }: TakenOutput, notes: readonly string[]): string =>
  [...(text === '' ? [] : [text.replace(/\n$/, '')]), ...notes.map(note => `[${note}]`)].join('\n')
