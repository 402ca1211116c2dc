import * as v from 'valibot'
import { limits } from '../../../core/limits.ts'

const positive = v.pipe(v.number(), v.minValue(1))

/** Input keys of every tool that runs a command. The gate refuses keys that it does not know. */
export const commandOptions = {
  cwd: v.optional(v.pipe(v.string(), v.description('The directory to run in. By default that of the agent.'))),
  timeout_ms: v.optional(
    v.pipe(
      positive,
      v.description(`The command is killed with all its processes after this time; ${limits.commandMs} by default.`),
    ),
  ),
  env: v.optional(
    v.pipe(v.record(v.string(), v.string()), v.description('Environment variables. Only their names are recorded.')),
  ),
  sandbox: v.optional(
    v.pipe(
      v.picklist(['inherit', 'none', 'restricted']),
      v.description('`restricted` requires the sandbox; `none` asks to run without it. By default the policy decides.'),
    ),
  ),
  justification: v.optional(
    v.pipe(v.string(), v.description('Why the call is needed, for the person who approves it.')),
  ),
}

/** A program and its arguments. */
export const argvInput = v.pipe(
  v.array(v.string()),
  v.minLength(1, 'a list that begins with a program'),
  v.description('The program and its arguments, one item each. No shell interprets them.'),
)

export const textInput = v.pipe(v.string(), v.description('Shell code, which runs as it is.'))

export const loginInput = v.optional(
  v.pipe(v.boolean(), v.description("Whether to read the user's profile first. False by default.")),
)

/** Input keys of the tools for programs that keep running. */
export const sessionOptions = {
  yield_time_ms: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('How long to wait for output before the call returns.')),
  ),
  max_output_tokens: v.optional(
    v.pipe(positive, v.description('How much output to return; the middle of longer output is left out.')),
  ),
  columns: v.optional(v.pipe(positive, v.integer(), v.maxValue(1_000), v.description('The width of the terminal.'))),
  rows: v.optional(v.pipe(positive, v.integer(), v.maxValue(1_000), v.description('The height of the terminal.'))),
}

/** The bytes of output that a call asks for. A token is about four bytes. */
export const wantedBytes = (tokens: number | undefined): number =>
  tokens === undefined ? limits.shownBytes : Math.min(Math.floor(tokens) * 4, limits.heldBytes)
