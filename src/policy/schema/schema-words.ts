import { nearest } from '../../core/wording/nearest.ts'

const maxChars = 80

/** Escapes a string of the file for a message, so that it cannot move the cursor, hide text or grow without limit. */
export function escapeText(text: string, chars: number = maxChars): string {
  const cut = text.length > chars ? `${text.slice(0, chars)}…` : text
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}`]/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

export const inBackticks = (text: string): string => `\`${escapeText(text)}\``

/** A value as part of "must be X, not VALUE". */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty string' : inBackticks(value)
  if (typeof value === 'number' || typeof value === 'boolean') return inBackticks(String(value))
  return Array.isArray(value) ? 'a list' : 'a map'
}

/** `a`, `b` or `c`. */
export function orList(words: readonly string[]): string {
  const quoted = words.map(inBackticks)
  const last = quoted.at(-1) ?? ''
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`
}

/** A suggestion for a misspelt word: the nearest known one, if one is near. */
export function didYouMean(word: unknown, known: readonly string[]): string {
  const guess = typeof word === 'string' ? nearest(word, known) : null
  return guess === null ? '' : `; did you mean \`${guess}\`?`
}

/** The end of a sentence that starts with the key: `must be a string, not a list`. */
export function mustBe(what: string): (issue: { readonly input: unknown }) => string {
  return issue =>
    issue.input === null ? `has no value; it must be ${what}` : `must be ${what}, not ${describeValue(issue.input)}`
}
