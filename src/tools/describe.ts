import type { Call, World } from '../core/call.ts'
import { fail, type Result } from '../core/fault.ts'
import { isObject } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import type { Tier } from '../core/tier.ts'
import { findTool } from './catalog.ts'
import { describeCustom } from './custom.ts'
import type { Description, Descriptor } from './descriptor.ts'
import { builtInOf } from './descriptors.ts'
import { passThrough } from './passthrough.ts'
import type { ToolPorts } from './ports.ts'
import type { Setting } from './tool.ts'

export interface DescribeOptions extends ToolPorts {
  /** Finds the descriptor of a tool that the integrator added (R182). */
  readonly getDescriptor?: (tool: string) => Descriptor | null
  /** Tiers that the policy sets (R48). */
  readonly tiers?: ReadonlyMap<string, Tier>
  /** Built-in names that the integrator's own tools replace (R197). */
  readonly overridden?: ReadonlySet<string>
}

/** Describes a call: its effects, and the request that may be shown; or a fault. Never throws. */
export function describeCall(call: Call, world: World, options: DescribeOptions = {}): Result<Description> {
  const { tool, input } = call
  if (typeof tool !== 'string' || !isToolName(tool))
    return fail('validation', 'the tool needs a valid name: not empty, not too long, no control characters')
  if (!isObject(input)) return fail('validation', `the input of \`${tool}\` must be an object`)
  const builtIn = options.overridden?.has(tool) === true ? null : findTool(tool)
  const tier = options.tiers?.get(tool)
  const setting = (own: Tier): Setting => ({ tool, world, tier: tier ?? own, ports: options })
  try {
    if (builtIn !== null) return builtIn.describe(input, setting(builtIn.tier))
    const descriptor = options.getDescriptor?.(tool) ?? null
    if (descriptor === null) return passThrough(input, setting('execute'))
    const borrowed = builtInOf(descriptor)
    return borrowed === null
      ? describeCustom(input, descriptor, setting('execute'))
      : borrowed.describe(input, setting(borrowed.tier))
  } catch {
    // INVARIANT: only the integrator's functions or an input that nests too deeply can throw here. Such a call does not run.
    return fail('internal', `the call of \`${tool}\` could not be analysed`)
  }
}

export const isToolName = (name: string): boolean =>
  name !== '' && name.length <= limits.toolName && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)
