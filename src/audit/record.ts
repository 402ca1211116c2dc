import { utf8Length } from '../core/digest.ts'
import { canonicalJson, type Json } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import type { JournalEvent } from './event.ts'
import type { JournalMark } from './mark.ts'
import { reduce } from './record-reduce.ts'
import { mapStrings } from './redact-json.ts'

/** The text of an event as it is recorded: redacted, then cut (C16), as canonical JSON of at most `limits.recordBytes`. */
export function recordText(event: JournalEvent | JournalMark): string {
  const record = mapStrings(event, { secrets: [], finish: cut })
  const text = canonicalJson(record)
  if (text.length <= limits.recordBytes / maxBytesPerUnit) return text
  const bytes = utf8Length(text)
  return bytes <= limits.recordBytes ? text : reduce(record, bytes)
}

/** A string as it is recorded: 500 characters are kept, and what was longer says so (R139). */
export function cut(text: string): string {
  return cutTo(text, limits.recordedChars)
}

export function cutTo(text: string, chars: number): string {
  if (text.length <= chars) return text
  const last = text.charCodeAt(chars - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, splitsPair ? chars - 1 : chars)}...[truncated]`
}

export type { Json }

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const maxBytesPerUnit = 3
