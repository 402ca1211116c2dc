import { type Fault, ok, type Result } from '../core/fault.ts'
import { nearest } from '../core/wording/nearest.ts'
import { findTool } from './catalog.ts'
import { categoryOf } from './category.ts'
import { type DescribeOptions, isToolName } from './describe.ts'
import { categories, type Descriptor, otherSpellings } from './descriptor.ts'

/** A tool that the integrator adds. */
export interface OwnTool {
  readonly name: string
  /** Without a descriptor the tool is passed through, and its calls ask (R180). */
  readonly descriptor?: Descriptor
  /** Whether it replaces the built-in tool with this name (R197). */
  readonly override?: boolean
}

/**
 * Registers your own tools for `createGate`. Errors are reported at the start, not at the first call: a name that is
 * taken, an unknown category (C22).
 *
 * @example
 * const tools = registerTools([{ name: 'deploy', descriptor }])
 * if (tools.ok) createGate({ policies, ports, place, tools: tools.value })
 */
export function registerTools(
  tools: readonly OwnTool[],
): Result<Required<Pick<DescribeOptions, 'getDescriptor' | 'overridden'>>> {
  const byName = new Map<string, OwnTool>()
  const faults: Fault[] = []
  for (const tool of tools) {
    const wrong = faultOf(tool, byName.has(tool.name))
    if (wrong !== null) faults.push({ code: 'config_error', message: wrong })
    byName.set(tool.name, tool)
  }
  const [first, ...rest] = faults
  if (first !== undefined) return { ok: false, faults: [first, ...rest] }
  return ok({
    getDescriptor: name => byName.get(name)?.descriptor ?? null,
    overridden: new Set(tools.flatMap(({ name, override = false }) => (override ? [name] : []))),
  })
}

function faultOf({ name, descriptor, override = false }: OwnTool, isTwice: boolean): string | null {
  if (typeof name !== 'string' || !isToolName(name))
    return 'a tool needs a valid name: not empty, not too long, no control characters'
  if (isTwice) return `the tool \`${name}\` is registered twice`
  if (!override && findTool(name) !== null)
    return `the name \`${name}\` belongs to a built-in tool; set \`override\` to replace it`
  if (descriptor === undefined || categoryOf(descriptor.category) !== null) return null
  const near = nearest(String(descriptor.category), names)
  return `the tool \`${name}\` has an unknown category \`${String(descriptor.category).slice(0, 80)}\`${near === null ? '' : `; did you mean \`${near}\`?`}`
}

const names: readonly string[] = [...categories, ...otherSpellings.map(([name]) => name)]
