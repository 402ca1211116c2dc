import { fail, ok, type Result } from '../../core/fault.ts'
import type { DescribeOptions } from '../../tools/describe.ts'
import { registerTools } from '../../tools/register-tools.ts'
import type { CustomTool, RuntimeTool } from './runtime-tool.ts'

/** Tools for `createToolbox`, and how the gate judges them, for `createGate`. */
export interface ToolSet {
  readonly tools: readonly RuntimeTool[]
  readonly judging: Required<Pick<DescribeOptions, 'getDescriptor' | 'overridden'>>
}

/**
 * Adds your own tools to the built-in ones. A name that is taken is an error unless the tool sets `override`. The gate judges
 * them like any tool; one without a descriptor always asks.
 *
 * @example
 * const set = addTools(builtIn, [{ ...deploy, descriptor }])
 * if (set.ok) createGate({ policies, ports, place, tools: set.value.judging })
 */
export function addTools(builtIn: readonly RuntimeTool[], custom: readonly CustomTool[]): Result<ToolSet> {
  const judging = registerTools(custom)
  if (!judging.ok) return judging
  const replaced = new Set(custom.map(({ name }) => name))
  // A tool of the runtime that the catalogue of judged tools does not list can be replaced only on purpose, too.
  const taken = custom.find(({ name, override = false }) => !override && builtIn.some(tool => tool.name === name))
  if (taken !== undefined)
    return fail('config_error', `the name \`${taken.name}\` belongs to a built-in tool; set \`override\` to replace it`)
  return ok({ tools: [...builtIn.filter(({ name }) => !replaced.has(name)), ...custom], judging: judging.value })
}
