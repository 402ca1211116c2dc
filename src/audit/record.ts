import { limits } from '../core/limits.ts'
import { utf8Length } from '../core/utf8-length.ts'
import type { JournalEvent } from './event.ts'
import type { JournalMark } from './mark.ts'
import { reduce } from './record-reduce.ts'
import { shortenRecorded } from './redaction/cut.ts'
import { redactedJson } from './redaction/redacted-json.ts'

/** The text of an event in the journal: redacted, then truncated (C16), as canonical JSON of at most `limits.recordBytes`. */
export function recordText(event: JournalEvent | JournalMark): string {
  const text = redactedJson(event, { secrets: [], finish: shortenRecorded })
  if (text.length <= limits.recordBytes / maxBytesPerUnit) return text
  const bytes = utf8Length(text)
  return bytes <= limits.recordBytes ? text : reduce(JSON.parse(text), bytes)
}

/** An event for listeners, with the same redactions as its record (R126). */
export const redactedEvent = (event: JournalEvent): JournalEvent =>
  JSON.parse(redactedJson(event, { secrets: [], finish: text => text })) as JournalEvent

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const maxBytesPerUnit = 3
