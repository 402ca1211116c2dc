import { redactedJson } from '../audit/redaction/redacted-json.ts'
import { sha256 } from '../core/digest.ts'
import type { JsonObject } from '../core/json.ts'
import { utf8Length } from '../core/utf8-length.ts'

export interface Sanitised {
  readonly request: JsonObject
  /** The same as canonical JSON. */
  readonly requestText: string
  /** What was taken out, for keyed hashes only (C37). */
  readonly secrets: readonly string[]
}

/** A request without its secrets (R126). */
export function sanitise(request: JsonObject): Sanitised {
  const secrets: string[] = []
  const requestText = redactedJson(request, { secrets, finish: text => text })
  // A clean request is its own redaction, and most are.
  return { request: secrets.length === 0 ? request : JSON.parse(requestText), requestText, secrets }
}

/** What is recorded of a text that is not: enough to tell whether it is the same one. */
export const fingerprint = (text: string): { readonly bytes: number; readonly sha256: string } => ({
  bytes: utf8Length(text),
  sha256: sha256(text),
})
