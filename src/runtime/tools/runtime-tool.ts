import * as v from 'valibot'
import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { canonicalJson, type Json, type JsonObject, own } from '../../core/json.ts'
import type { Running } from '../../gate/run-call.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import type { OwnTool } from '../../tools/register-tools.ts'

/** A tool that the runtime runs itself. It runs only after the gate allowed the call, and inside the plan that comes with it. */
export interface RuntimeTool {
  readonly name: string
  /** Tells the model what the tool does and when to use it. */
  readonly description: string
  /** The input; the model's JSON Schema is made from it. */
  readonly input: v.GenericSchema<unknown, unknown>
  /** Other names of input keys that the tool takes. */
  readonly otherKeys: readonly string[]
  /** The fault of an input that the tool cannot run with; null if there is none. */
  check(input: JsonObject): Fault | null
  /** Runs the call as it was judged. Throws a `ToolFailure` if it knows why it failed. */
  run(running: Running): Promise<ToolOutput>
}

/** A tool that the integrator adds, with how the gate judges it. */
export interface CustomTool extends RuntimeTool, OwnTool {}

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
  /** Other names of input keys, which the gate knows too: `{ file_path: 'path' }`. The model is not told about them. */
  readonly otherKeys?: Readonly<Record<string, string>>
  run(input: v.InferOutput<Schema>, running: Running): Promise<ToolOutput>
}

/**
 * Defines a tool. Its function gets the input with the schema's type. A key with the value null counts as absent.
 *
 * @example
 * const echo = defineRuntimeTool({ name: 'echo', description: 'Returns the text.', input: v.object({ text: v.string() }), run: async ({ text }) => ({ text }) })
 */
export function defineRuntimeTool<Schema extends v.GenericSchema<unknown, unknown>>({
  name,
  description,
  input,
  otherKeys = {},
  run,
}: ToolDefinition<Schema>): RuntimeTool {
  const read = (given: JsonObject): Result<v.InferOutput<Schema>> => {
    const named = usualKeys(given, new Map(Object.entries(otherKeys)))
    return named.ok ? parsedInput(name, input, named.value) : named
  }
  return {
    name,
    description,
    input,
    otherKeys: Object.keys(otherKeys),
    check: given => {
      const checked = read(given)
      return checked.ok ? null : checked.faults[0]
    },
    run: async running => {
      const checked = read(running.call.input)
      if (!checked.ok) throw new ToolFailure('validation', checked.faults[0].message)
      return run(checked.value, running)
    },
  }
}

/** The input under its usual keys. Two names of one key must not disagree: the gate judged both, and only one can run. */
function usualKeys(input: JsonObject, others: ReadonlyMap<string, string>): Result<JsonObject> {
  const usual: { [key: string]: Json } = Object.create(null)
  for (const [given, value] of Object.entries(input)) {
    if (value === null) continue
    const key = others.get(given) ?? given
    const before = own(usual, key)
    if (before !== undefined && canonicalJson(before) !== canonicalJson(value))
      return fail('validation', `\`${key}\` and its other name \`${given}\` differ; give only one`)
    usual[key] = value
  }
  return ok(usual)
}

/** Says what was expected, never the received value: it may be a secret. */
function parsedInput<Schema extends v.GenericSchema<unknown, unknown>>(
  name: string,
  schema: Schema,
  input: JsonObject,
): Result<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const field = `field \`${v.getDotPath(issue)?.slice(0, 80) ?? 'input'}\` of \`${name}\``
  if (issue.received === 'undefined') return fail('validation', `${field} is missing`)
  const expected = issue.kind === 'validation' || issue.type === 'custom' ? issue.message : (issue.expected ?? '')
  return fail('validation', `${field} must be ${expected}`)
}
