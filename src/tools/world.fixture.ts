import type { Call, Place, World } from '../core/call.ts'
import { effectText } from '../core/effect-text.ts'
import { noFacts } from '../core/facts.ts'
import type { Result } from '../core/fault.ts'
import type { JsonObject } from '../core/json.ts'
import { type DescribeOptions, describeCall } from './describe.ts'
import type { Description } from './descriptor.ts'

const place: Place = {
  session: 's1',
  cwd: '/w',
  workspace: ['/w'],
  home: '/home/u',
  scratch: ['/tmp'],
  own: ['/home/u/.config/sallyport'],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
}

/** A world for tests: nothing exists, and the client runs its own tools. */
export const world: World = { place, facts: noFacts, sensitive: [] }

/** The same world, but Sallyport runs the tools. */
export const ownWorld: World = { ...world, place: { ...place, runner: 'sallyport' } }

export const callOf = (tool: string, input: JsonObject): Call => ({ tool, input, place, id: null })

export const describeIn = (
  where: World,
  tool: string,
  input: JsonObject,
  options: DescribeOptions = {},
): Result<Description> => describeCall({ ...callOf(tool, input), place: where.place }, where, options)

/** The description of a call; throws if the call is invalid. */
export function described(
  tool: string,
  input: JsonObject,
  options: DescribeOptions = {},
  where: World = world,
): Description {
  const result = describeIn(where, tool, input, options)
  if (!result.ok) throw new Error(`${tool}: ${result.faults[0].code}: ${result.faults[0].message}`)
  return result.value
}

export const effectTexts = (tool: string, input: JsonObject, options: DescribeOptions = {}): readonly string[] =>
  described(tool, input, options).effects.map(effectText)

/** The fault code of a call; `ok` if the call is valid. */
export function codeOf(where: World, tool: string, input: JsonObject, options: DescribeOptions = {}): string {
  const result = describeIn(where, tool, input, options)
  return result.ok ? 'ok' : result.faults[0].code
}
