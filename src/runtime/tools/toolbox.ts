import { type Fault, fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, takeJson } from '../../core/json.ts'
import { nearest } from '../../core/wording/nearest.ts'
import type { RunOptions } from '../../gate/gate.ts'
import type { Outcome } from '../../gate/run-call.ts'
import type { CallInput } from '../../gate/take-call.ts'
import type { AgentRun } from '../run.ts'
import { modelSchema } from './model-schema.ts'
import type { RuntimeTool, ToolOutput } from './runtime-tool.ts'

/** The tools of one run: what the model is told about them, and their calls through the gate. */
export interface Toolbox {
  readonly tools: readonly RuntimeTool[]
  /** Name, description and JSON Schema of each tool, for the model. */
  specs(): Promise<readonly ToolSpecification[]>
  /**
   * Calls a tool by its name, with an input as the model sent it: data, or JSON text. Never rejects, and has exactly one
   * outcome for every call, also for an unknown tool and an input that makes no sense.
   */
  call(name: string, input: unknown, options?: ToolCallOptions): Promise<Outcome<ToolOutput>>
}

export interface ToolSpecification {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

export interface ToolCallOptions extends RunOptions {
  /** The model's id of the call. */
  readonly id?: string
  /** The place of the call, if it is not the gate's own. */
  readonly place?: Pick<CallInput, 'cwd' | 'workspace' | 'agents' | 'automation' | 'careful'>
}

export interface ToolboxOptions {
  readonly run: Pick<AgentRun, 'call' | 'refuse'>
  readonly tools: readonly RuntimeTool[]
}

/**
 * Puts tools behind the gate of a run.
 *
 * @example
 * const toolbox = createToolbox({ run, tools })
 * const outcome = await toolbox.call('read_file', { path: 'README.md' })
 */
export function createToolbox({ run, tools }: ToolboxOptions): Toolbox {
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  return {
    tools,
    specs: () => Promise.all(tools.map(specification)),
    call: async (name, given, { id, place = {}, ...options } = {}) => {
      const made = { ...place, tool: String(name), ...(id === undefined ? {} : { id }) }
      const tool = byName.get(made.tool)
      if (tool === undefined) return run.refuse({ ...made, input: {} }, unknownTool(made.tool, [...byName.keys()]))
      const input = takeInput(made.tool, given)
      if (!input.ok) return run.refuse({ ...made, input: {} }, input.faults[0])
      // A call that cannot run must not ask anyone.
      const fault = tool.check(input.value)
      if (fault !== null) return run.refuse({ ...made, input: {} }, fault)
      return withTrialNote(await run.call({ ...made, input: input.value }, running => tool.run(running), options))
    },
  }
}

/** The model must know if what a command changed was kept. */
function withTrialNote(outcome: Outcome<ToolOutput>): Outcome<ToolOutput> {
  if (!outcome.ok || outcome.trial === undefined || outcome.trial.changes.length === 0) return outcome
  const { summary, committed, because } = outcome.trial
  const note = committed
    ? `the command ${summary}`
    : `the command ${summary}, but that was discarded and the files are as before: ${because}`
  return { ...outcome, value: { ...outcome.value, text: `${outcome.value.text}\n[${note}]` } }
}

async function specification({ name, description, input }: RuntimeTool): Promise<ToolSpecification> {
  return { name, description, parameters: await modelSchema(input) }
}

function takeInput(name: string, given: unknown): Result<JsonObject> {
  const value = typeof given === 'string' ? parsed(given) : (given ?? {})
  if (value === undefined) return fail('validation', `the input of \`${name}\` is not valid JSON`)
  const taken = takeJson(value)
  if (!taken.ok) return taken
  return isObject(taken.value) ? ok(taken.value) : fail('validation', `the input of \`${name}\` must be an object`)
}

/** The value of a JSON text; undefined if it is none. A model without arguments may send an empty text. */
function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unknownTool(name: string, known: readonly string[]): Fault {
  const near = nearest(name, known)
  const hint = near === null ? '' : `; did you mean \`${near}\`?`
  return { code: 'not_found', message: `there is no tool \`${name.slice(0, 80)}\`${hint}` }
}
