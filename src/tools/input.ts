import * as v from 'valibot'
import { redact } from '../audit/redaction/redact.ts'
import type { World } from '../core/call.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import { type Json, type JsonObject, own } from '../core/json.ts'
import { nearest } from '../core/nearest.ts'
import { nulMessage } from './fields.ts'

export interface ReadInput {
  /** The keys that the tool knows, each of the type that the tool wants. */
  readonly known: JsonObject
  readonly unknown: readonly string[]
}

/** The keys of a tool's input, made ready once: `required` are those that may not be absent. */
export interface InputShape {
  readonly fields: v.ObjectEntries
  readonly required: readonly string[]
}

export const inputShape = (fields: v.ObjectEntries): InputShape => ({
  fields,
  required: Object.keys(fields).filter(key => fields[key]?.type !== 'nullish'),
})

/** A tool's input after its schema, or what is wrong with it. What the client runs may have keys that we do not know yet. */
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
  // What is wrong is said by the schema of the whole; that it is right is seen faster key by key, as most are absent.
  const parsed = v.safeParse(v.object(fields), known, { abortEarly: true, abortPipeEarly: true })
  return parsed.success ? ok({ known, unknown }) : wrongField(parsed.issues[0], tool)
}

/** The keys that are left, and no prototype's. */
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

/** Says what was expected, never what was received: that may be a secret. */
function wrongField(issue: v.BaseIssue<unknown>, tool: string): Result<never> {
  const field = `field \`${v.getDotPath(issue)?.slice(0, 80) ?? 'input'}\` of \`${tool}\``
  if (issue.message === nulMessage) return fail('nul_byte', `${field} holds a NUL byte`)
  if (issue.received === 'undefined') return fail('validation', `${field} is missing`)
  const hasOwnWords = issue.kind === 'validation' || issue.type === 'custom'
  return fail('validation', `${field} must be ${hasOwnWords ? issue.message : `of type ${expectedText(issue)}`}`)
}

const expectedText = (issue: v.BaseIssue<unknown>): string =>
  (issue.expected ?? 'something else').toLowerCase().replace(/[()]/g, '')
