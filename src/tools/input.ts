import * as v from 'valibot'
import { redact } from '../audit/redact.ts'
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

/** A tool's input after its schema, or what is wrong with it. What the client runs may have keys that we do not know yet. */
export function readInput(
  input: JsonObject,
  fields: v.ObjectEntries,
  { tool, world }: { readonly tool: string; readonly world: World },
): Result<ReadInput> {
  const unknown = Object.keys(input).filter(key => !Object.hasOwn(fields, key))
  const [first] = unknown
  if (first !== undefined && world.place.runner === 'sallyport') return unknownKey(first, tool, Object.keys(fields))
  const known: { [key: string]: Json } = Object.create(null)
  for (const key of Object.keys(fields)) {
    const value = own(input, key)
    if (value !== undefined) known[key] = value
  }
  const parsed = v.safeParse(v.object(fields), known, { abortEarly: true, abortPipeEarly: true })
  return parsed.success ? ok({ known, unknown }) : wrongField(parsed.issues[0], tool)
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
