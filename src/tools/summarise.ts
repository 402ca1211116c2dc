import { redact } from '../audit/redaction/redact.ts'

const maxChars = 240

/** One line for a person: no secrets, and no characters that move the cursor or reverse the text. */
export function summarise(tool: string, what: string): string {
  // The text is redacted before the final cut, which could split a secret.
  const plain = redact(what.slice(0, maxChars * 8))
    .text.replace(unprintable, ' ')
    .trim()
  const line = plain === '' ? tool : `${tool}: ${plain}`
  return line.length > maxChars ? `${line.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}

const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g
