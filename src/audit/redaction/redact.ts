import { contextSecrets } from './context-secrets.ts'
import { keywordIndex } from './keyword-index.ts'
import { mark, type SecretKind } from './secret-kind.ts'
import { vendorSecrets } from './vendor-secrets.ts'

/** A text without its secrets, and the secrets, which leave memory only as keyed hashes (C37). */
export interface Redaction {
  readonly text: string
  readonly secrets: readonly string[]
}

/** Every kind of secret, in the order in which they are tried. */
export const secretKinds: readonly SecretKind[] = [...vendorSecrets, ...contextSecrets]

/** Replaces each secret with `[redacted:<kind>]`. Existing marks stay as they are. */
export function redact(text: string): Redaction {
  let rows = rowsIn(text)
  if (rows.length === 0) return { text, secrets: none }
  let current = text
  const secrets: string[] = []
  // Removing one secret can reveal another, so passes repeat until one changes nothing.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = current
    for (const row of rows) current = removeKind(current, secretKinds[row], secrets)
    if (current === before) break
    rows = rowsIn(current)
  }
  return { text: current, secrets }
}

const maxPasses = 8
const none: readonly string[] = []

/** The rows of the table whose keyword occurs in the text, in order. No other kind can be in it. */
const rowsIn = keywordIndex(secretKinds.map(({ keywords, pattern }) => ({ keywords, anyCase: pattern.ignoreCase })))

function removeKind(text: string, kind: SecretKind | undefined, secrets: string[]): string {
  if (kind === undefined || text.search(kind.pattern) < 0) return text
  let out = ''
  let end = 0
  for (const match of text.matchAll(kind.pattern)) {
    const [whole, before = '', secret = whole] = match
    const start = match.index + before.length
    if (kind.unless?.(secret) === true || isInMark(text, start, secret)) continue
    out += text.slice(end, start) + mark(kind.id)
    end = start + secret.length
    secrets.push(secret)
  }
  return end === 0 ? text : out + text.slice(end)
}

/** Whether the match is inside a mark: `[redacted:` could look like a user name before a password. */
function isInMark(text: string, start: number, secret: string): boolean {
  return (
    /^[a-z0-9-]{0,40}\]/.test(secret) && /\[redacted:[a-z0-9-]{0,40}$/.test(text.slice(Math.max(start - 51, 0), start))
  )
}
