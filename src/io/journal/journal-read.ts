import { eventOf, type Link, readJournalLine } from '../../audit/chain.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import { nodeHash } from '../node-hash.ts'
import { realDisk } from './journal-disk.ts'
import { type FileLine, fileLines, fileLinesBackwards } from './journal-lines.ts'
import { listSegments, segmentName, segmentPath } from './segments.ts'

/** A record from the journal. Its own hash is correct; only `verifyJournal` checks its position in the chain. */
export interface StoredRecord extends Link {
  readonly event: JsonObject
  readonly segment: string
}

/** Every record, oldest first. A line that is not a record yields a fault, and reading continues after it. */
export function* readRecords(directory: string): Generator<Result<StoredRecord>> {
  for (const segment of segmentsOf(directory)) yield* recordsOfSegment(directory, segment)
}

/** The records of one segment, oldest first. */
export function* recordsOfSegment(directory: string, segment: number): Generator<Result<StoredRecord>> {
  let number = 0
  for (const line of fileLines(segmentPath(directory, segment))) {
    number += 1
    // A line without a line feed is still being written, or torn, so it is not a record.
    if (line.whole) yield record(line, segment, number)
  }
}

/** The last `count` records, oldest first. Lines that are not records are skipped. */
export function lastRecords(directory: string, count: number): readonly StoredRecord[] {
  const found: StoredRecord[] = []
  for (const segment of [...segmentsOf(directory)].reverse()) {
    for (const line of fileLinesBackwards(segmentPath(directory, segment))) {
      if (found.length >= count) return found.reverse()
      const read = record(line, segment, 0)
      if (read.ok) found.push(read.value)
    }
  }
  return found.reverse()
}

/** The record with that sequence number; null if there is none. */
export function recordAt(directory: string, sequence: number): StoredRecord | null {
  for (const read of readRecords(directory)) {
    if (read.ok && read.value.sequence === sequence) return read.value
  }
  return null
}

/** All records of one call, found by Sallyport's id or the client's id. */
export function recordsOfCall(directory: string, call: string): readonly StoredRecord[] {
  const found: StoredRecord[] = []
  for (const read of readRecords(directory)) {
    if (!read.ok) continue
    const { event } = read.value
    if (ownString(event, 'call') === call || ownString(event, 'clientCall') === call) found.push(read.value)
  }
  return found
}

const segmentsOf = (directory: string): readonly number[] =>
  realDisk.look(directory) === null ? [] : listSegments(realDisk, directory)

function record(line: FileLine, segment: number, number: number): Result<StoredRecord> {
  const linked = line.text === null || !line.whole ? null : readJournalLine(line.text, nodeHash)
  const event = linked === null ? null : eventOf(linked)
  const name = segmentName(segment)
  if (linked === null || event === null)
    return fail('audit_broken', 'this line is not a record, or it was altered', { file: name, line: number, column: 1 })
  return ok({ sequence: linked.sequence, hash: linked.hash, event, segment: name })
}
