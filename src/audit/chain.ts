import { sha256 } from '../core/digest.ts'
import { isObject, type JsonObject } from '../core/json.ts'

/**
 * The lines of the journal. Each has the hash of the one before, so that no line can be changed, moved, dropped or added in
 * the middle without breaking all lines after it.
 *
 * Limits: there is no key. A program that may write the file can cut it and write a new, valid end, or compute a whole new
 * chain. The head file reveals an accidental cut; only a checkpoint (sequence and hash), kept where the writer of the
 * journal cannot reach it, reveals the rest.
 */
export interface Link {
  readonly sequence: number
  readonly hash: string
}

/** The link before the first record. */
export const genesis: Link = { sequence: 0, hash: '0'.repeat(64) }

/** SHA-256 in hex. Node's own is ten times as fast as the one in JavaScript, so `src/io` passes it in. */
export type Hash = (text: string) => string

/** The next line, without its line feed, and the link to continue from. `event` is canonical JSON. */
export function link(
  previous: Link,
  event: string,
  hash: Hash = sha256,
): { readonly line: string; readonly link: Link } {
  const sequence = previous.sequence + 1
  const tail = `"prev":"${previous.hash}","seq":${sequence}}`
  const own = hash(`{"event":${event},${tail}`)
  return { line: `{"event":${event},"hash":"${own}",${tail}`, link: { sequence, hash: own } }
}

/** A parsed line. Its own hash is correct; its position in the chain is not checked. */
export interface Linked extends Link {
  readonly previous: string
  /** The event as it was written. */
  readonly text: string
}

/** Parses a line and checks its own hash; null if it is not exactly a line of a journal. */
export function readJournalLine(line: string, hash: Hash = sha256): Linked | null {
  if (!line.startsWith(opening)) return null
  const match = ending.exec(line.slice(-endingChars))
  if (match === null) return null
  const [whole, own = '', tail = '', previous = '', digits = ''] = match
  const text = line.slice(opening.length, line.length - whole.length)
  return hash(`${opening}${text},${tail}`) === own ? { text, hash: own, previous, sequence: Number(digits) } : null
}

/** The event of a line; null if it is not a JSON object. */
export function eventOf(linked: Linked): JsonObject | null {
  try {
    const value: unknown = JSON.parse(linked.text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const opening = '{"event":'
const ending = /,"hash":"([0-9a-f]{64})",("prev":"([0-9a-f]{64})","seq":([1-9][0-9]{0,15})\})$/
/** The longest text that `ending` can match. */
const endingChars = 180
