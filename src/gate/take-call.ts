import type { Call, Place } from '../core/call.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { isObject, type Json, type JsonObject, own, takeJson } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import { resolvePath } from '../core/path.ts'
import { isGround } from '../guard/zone.ts'

/** A call from outside: `tool` and `input`, and optionally where it happens. */
export interface CallInput {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly id?: string
  readonly session?: string
  readonly cwd?: string
  readonly workspace?: readonly string[]
  readonly agents?: readonly string[]
  readonly automation?: boolean
  readonly careful?: boolean
}

/** Parses a call from outside. After this step it is plain data of known shape. */
export function takeCall(raw: unknown, place: Place): Result<Call> {
  const taken = takeJson(raw)
  if (!taken.ok) return taken
  const call = taken.value
  if (!isObject(call)) return fail('validation', 'a call is an object with `tool` and `input`')
  for (const key of Object.keys(call))
    if (!known.has(key)) return fail('unknown_key', `unknown key \`${key.slice(0, 80)}\` in a call`)
  const tool = own(call, 'tool')
  if (typeof tool !== 'string' || tool === '' || tool.length > limits.toolName)
    return fail('validation', '`tool` must be a name that is not empty or too long')
  if (/[\0-\x1f\x7f]/.test(tool)) return fail('validation', '`tool` must not contain control characters')
  const input = own(call, 'input') ?? emptyInput
  if (!isObject(input)) return fail('validation', '`input` must be an object')
  const settled = settlePlace(call, place)
  if (!settled.ok) return settled
  const id = own(call, 'id')
  return ok({
    tool,
    input,
    place: settled.value,
    id: typeof id === 'string' ? id : typeof id === 'number' ? String(id) : null,
  })
}

const known = new Set(['tool', 'input', 'id', 'session', 'cwd', 'workspace', 'agents', 'automation', 'careful'])

const emptyInput: JsonObject = Object.freeze(Object.create(null))

function settlePlace(call: JsonObject, place: Place): Result<Place> {
  const cwd = own(call, 'cwd') ?? place.cwd
  const workspace = own(call, 'workspace') ?? place.workspace
  const session = own(call, 'session') ?? place.session
  const agents = own(call, 'agents') ?? place.agents
  const automation = own(call, 'automation') ?? place.automation
  const careful = own(call, 'careful') ?? place.careful
  if (typeof cwd !== 'string' || !isAbsolute(cwd)) return fail('validation', '`cwd` must be an absolute path')
  if (!isTexts(workspace) || !workspace.every(isAbsolute))
    return fail('validation', '`workspace` must be a list of absolute paths')
  if (typeof session !== 'string') return fail('validation', '`session` must be a string')
  if (!isTexts(agents)) return fail('validation', '`agents` must be a list of names')
  if (typeof automation !== 'boolean' || typeof careful !== 'boolean')
    return fail('validation', '`automation` and `careful` must be true or false')
  // INVARIANT: a call can turn automation and careful mode on, never off.
  return ok({
    ...place,
    cwd: resolvePath('/', cwd),
    workspace: workspace.map(root => resolvePath('/', root)).filter(root => isGround(root, place.home)),
    session,
    agents,
    automation: automation || place.automation,
    careful: careful || place.careful,
  })
}

const isAbsolute = (path: string): boolean => path.startsWith('/') && !path.includes('\0')

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
