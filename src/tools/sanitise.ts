import { redactJson } from '../audit/redacted-json.ts'
import { sha256, utf8Length } from '../core/digest.ts'
import { isObject, type JsonObject } from '../core/json.ts'

export interface Sanitised {
  readonly request: JsonObject
  /** What was taken out, for keyed hashes only (C37). */
  readonly secrets: readonly string[]
}

/** A request without its secrets (R126). */
export function sanitise(request: JsonObject): Sanitised {
  const { value, secrets } = redactJson(request)
  return { request: isObject(value) ? value : {}, secrets }
}

/** What is recorded of a text that is not: enough to tell whether it is the same one. */
export const fingerprint = (text: string): { readonly bytes: number; readonly sha256: string } => ({
  bytes: utf8Length(text),
  sha256: sha256(text),
})
