import { sha256 } from '../core/digest.ts'
import { isObject, type JsonObject } from '../core/json.ts'

/**
 * The journal's lines. Each holds the hash of the one before, so that no line can be changed, moved, dropped or added in the
 * middle without breaking all that follow.
 *
 * What this cannot promise: there is no key. Whoever may write the file may cut it and write a new, valid end, or compute a
 * whole new chain. The head file makes a cut by accident or by a careless hand visible; only a checkpoint (sequence and
 * hash) that is kept where the writer of the file cannot reach makes the rest visible.
 */
export interface Link {
  readonly sequence: number
  readonly hash: string
}

/** What comes before the first record. */
export const genesis: Link = { sequence: 0, hash: '0'.repeat(64) }

/** SHA-256 in hex. Node's is ten times as fast as the one in JavaScript, so `src/io` brings its own. */
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

/** A line taken apart. Its hash is right; whether it stands in the right place is not checked. */
export interface Linked extends Link {
  readonly previous: string
  /** The event as it is written. */
  readonly text: string
}

/** Takes a line apart and checks its own hash; null if it is not a line of a journal, to the byte. */
export function readJournalLine(line: string, hash: Hash = sha256): Linked | null {
  if (!line.startsWith(opening)) return null
  const match = ending.exec(line.slice(-endingChars))
  if (match === null) return null
  const [whole, own = '', tail = '', previous = '', digits = ''] = match
  const text = line.slice(opening.length, line.length - whole.length)
  return hash(`${opening}${text},${tail}`) === own ? { text, hash: own, previous, sequence: Number(digits) } : null
}

/** The event of a line; null if it is no JSON object. */
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
/** The longest that `ending` can match. */
const endingChars = 180
