import * as v from 'valibot'
import { redact } from '../audit/redaction/redact.ts'
import type { World } from '../core/call.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { type Json, type JsonObject, own } from '../core/json.ts'
import { nearest } from '../core/wording/nearest.ts'
import { nulMessage } from './fields.ts'

export interface ReadInput {
  /** The known keys, each with the correct type. */
  readonly known: JsonObject
  readonly unknown: readonly string[]
}

/** The compiled keys of a tool's input; `required` are those that must be present. */
export interface InputShape {
  readonly fields: v.ObjectEntries
  readonly required: readonly string[]
}

export const inputShape = (fields: v.ObjectEntries): InputShape => ({
  fields,
  required: Object.keys(fields).filter(key => fields[key]?.type !== 'nullish'),
})

/** Checks a tool's input against its schema. If the client runs the tool, unknown keys are kept: it may be newer than Sallyport. */
export function readInput(
  input: JsonObject,
  { fields, required }: InputShape,
  { tool, world }: { readonly tool: string; readonly world: World },
): Result<ReadInput> {
  const unknown: string[] = []
  let isRight = required.every(key => Object.hasOwn(input, key))
  for (const key of Object.keys(input)) {
    const schema = Object.hasOwn(fields, key) ? fields[key] : undefined
    const value = own(input, key)
    if (schema === undefined || value === undefined) unknown.push(key)
    else isRight &&= v.is(schema, value)
  }
  const [first] = unknown
  if (first !== undefined && world.place.runner === 'sallyport') return unknownKey(first, tool, Object.keys(fields))
  if (isRight && first === undefined) return ok({ known: input, unknown })
  const known = without(unknown, input)
  if (isRight) return ok({ known, unknown })
  // Checking key by key is faster, as most keys are absent; the whole schema is only needed for the error message.
  const parsed = v.safeParse(v.object(fields), known, { abortEarly: true, abortPipeEarly: true })
  return parsed.success ? ok({ known, unknown }) : wrongField(parsed.issues[0], tool)
}

/** The remaining own keys. */
function without(keys: readonly string[], input: JsonObject): JsonObject {
  const rest: { [key: string]: Json } = Object.create(null)
  for (const key of Object.keys(input)) if (!keys.includes(key)) rest[key] = own(input, key) ?? null
  return rest
}

function unknownKey(key: string, tool: string, known: readonly string[]): Result<never> {
  const near = nearest(key, known)
  const hint = near === null ? '' : `; did you mean \`${near}\`?`
  return fail('unknown_key', `unknown input key \`${redact(key).text.slice(0, 80)}\` of \`${tool}\`${hint}`)
}

/** Says what was expected, never the received value: it may be a secret. */
function wrongField(issue: v.BaseIssue<unknown>, tool: string): Result<never> {
  const field = `field \`${v.getDotPath(issue)?.slice(0, 80) ?? 'input'}\` of \`${tool}\``
  if (issue.message === nulMessage) return fail('nul_byte', `${field} contains a NUL byte`)
  if (issue.received === 'undefined') return fail('validation', `${field} is missing`)
  const hasOwnWords = issue.kind === 'validation' || issue.type === 'custom'
  return fail('validation', `${field} must be ${hasOwnWords ? issue.message : `of type ${expectedText(issue)}`}`)
}

const expectedText = (issue: v.BaseIssue<unknown>): string =>
  (issue.expected ?? 'something else').toLowerCase().replace(/[()]/g, '')
