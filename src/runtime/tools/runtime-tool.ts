import * as v from 'valibot'
import type { Json, JsonObject } from '../../core/json.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'

/** A tool that the runtime runs itself. It runs only after the gate allowed the call, and inside the plan that comes with it. */
export interface RuntimeTool {
  readonly name: string
  /** Tells the model what the tool does and when to use it. */
  readonly description: string
  /** The input; the model's JSON Schema is made from it. */
  readonly input: v.GenericSchema<unknown, unknown>
  /** Runs the call as it was judged. Throws a `ToolFailure` if it knows why it failed. */
  run(running: Running): Promise<ToolOutput>
}

/** The result of a tool. */
export interface ToolOutput {
  /** The text that the model gets. */
  readonly text: string
  /** The same as data, for programs that use the library. */
  readonly data?: Json
  readonly images?: readonly ToolImage[]
}

export interface ToolImage {
  readonly mediaType: string
  readonly base64: string
}

interface ToolDefinition<Schema extends v.GenericSchema<unknown, unknown>> {
  readonly name: string
  readonly description: string
  readonly input: Schema
  run(input: v.InferOutput<Schema>, running: Running): Promise<ToolOutput>
}

/**
 * Defines a tool. Its function gets the input with the schema's type.
 *
 * @example
 * const echo = defineRuntimeTool({ name: 'echo', description: 'Returns the text.', input: v.object({ text: v.string() }), run: async ({ text }) => ({ text }) })
 */
export const defineRuntimeTool = <Schema extends v.GenericSchema<unknown, unknown>>({
  name,
  description,
  input,
  run,
}: ToolDefinition<Schema>): RuntimeTool => ({
  name,
  description,
  input,
  run: async running => run(checkedInput(name, input, running.call.input), running),
})

function checkedInput<Schema extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: Schema,
  input: JsonObject,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new ToolFailure('validation', `\`${name}\`: ${path === null ? '' : `\`${path}\`: `}${issue.message}`)
}
