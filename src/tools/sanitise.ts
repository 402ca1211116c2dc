import { redactedJson } from '../audit/redaction/redacted-json.ts'
import { sha256 } from '../core/digest.ts'
import type { JsonObject } from '../core/json.ts'
import { utf8Length } from '../core/utf8-length.ts'

export interface Sanitised {
  readonly request: JsonObject
  /** The same as canonical JSON. */
  readonly requestText: string
  /** The removed secrets, for keyed hashes only (C37). */
  readonly secrets: readonly string[]
}

/** A request without its secrets (R126). */
export function sanitise(request: JsonObject): Sanitised {
  const secrets: string[] = []
  const requestText = redactedJson(request, { secrets, finish: text => text })
  // Most requests have no secret and are returned as they are.
  return { request: secrets.length === 0 ? request : JSON.parse(requestText), requestText, secrets }
}

/** The size and hash of a text that is not recorded itself, to compare it. */
export const fingerprint = (text: string): { readonly bytes: number; readonly sha256: string } => ({
  bytes: utf8Length(text),
  sha256: sha256(text),
})
