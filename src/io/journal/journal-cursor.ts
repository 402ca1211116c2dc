import { eventOf, readJournalLine } from '../../audit/chain.ts'
import type { JsonObject } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { nodeHash } from '../node-hash.ts'
import { type Disk, readAll, realDisk } from './journal-disk.ts'
import { listSegments, segmentPath } from './segments.ts'

/** A record with the text of its event, as the journal has it. */
export interface CursorRecord {
  readonly sequence: number
  readonly event: JsonObject
  readonly text: string
}

/** A place in the journal that moves forward. It keeps a position, not records, so a slow reader costs no memory. */
export interface JournalCursor {
  /**
   * The next records up to the number `last`, oldest first: about a megabyte at most, and empty if there are none. Lines that are not
   * records are skipped. INVARIANT: `last` comes from the head, because records after it may still be taken back.
   */
  next(last: number): readonly CursorRecord[]
  /** The number of the last record that was given. */
  readonly sequence: number
  close(): void
}

/** Opens a cursor after the record with this number; 0 is the beginning. */
export function openCursor(directory: string, after: number, disk: Disk = realDisk): JournalCursor {
  let sequence = after
  let at: { segment: number; fd: number; position: number } | null = null

  function open(): typeof at {
    const segment = firstSegment(disk, directory, sequence)
    if (segment === null) return null
    const fd = disk.open(segmentPath(directory, segment), 'read')
    return { segment, fd, position: offsetBefore(disk, fd, sequence) }
  }

  /** Goes to the next segment, if there is one and this one has no whole line left. A segment is complete once its successor exists. */
  function advance(from: NonNullable<typeof at>): boolean {
    if (disk.look(segmentPath(directory, from.segment + 1)) === null) return false
    if (readAll(disk, from.fd, from.position, pieceBytes).includes(lineFeed)) return true
    const fd = disk.open(segmentPath(directory, from.segment + 1), 'read')
    disk.close(from.fd)
    at = { segment: from.segment + 1, fd, position: 0 }
    return true
  }

  function next(last: number): readonly CursorRecord[] {
    while (sequence < last) {
      at ??= open()
      if (at === null) return []
      const bytes = readAll(disk, at.fd, at.position, pieceBytes)
      const { records, length, isPast } = takeLines(bytes, last)
      at.position += length
      if (records.length > 0 || isPast) return records
      if (length > 0) continue
      // No line of a journal is longer than this.
      if (bytes.length === pieceBytes) at.position += bytes.length
      else if (!advance(at)) return []
    }
    return []
  }

  /** The records in the bytes, how many bytes their lines take, and whether a record after `last` follows. */
  function takeLines(bytes: Buffer, last: number) {
    const records: CursorRecord[] = []
    let start = 0
    for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, start)) {
      const number = numberOf(bytes.subarray(start, feed))
      const record = number === null || number <= sequence ? null : readRecord(bytes.toString('utf8', start, feed))
      if (record !== null && record.sequence > last) return { records, length: start, isPast: true }
      if (record !== null) {
        records.push(record)
        sequence = record.sequence
      }
      start = feed + 1
    }
    return { records, length: start, isPast: false }
  }

  return {
    next,
    get sequence() {
      return sequence
    },
    close: () => {
      if (at !== null) disk.close(at.fd)
      at = null
    },
  }
}

/** More than the longest line. */
const pieceBytes = 1_048_576
const lineFeed = 0x0a

function readRecord(line: string): CursorRecord | null {
  const linked = readJournalLine(line, nodeHash)
  const event = linked === null ? null : eventOf(linked)
  return linked === null || event === null ? null : { sequence: linked.sequence, event, text: linked.text }
}

/** The number at the end of a line, without checking the line. */
function numberOf(line: Buffer): number | null {
  const found = /"seq":([1-9][0-9]{0,15})\}$/.exec(line.subarray(-tailBytes).toString('latin1'))
  return found === null ? null : Number(found[1])
}

const tailBytes = 32

/** The last segment that begins at or before the record after `sequence`; the first one if that is not known. */
function firstSegment(disk: Disk, directory: string, sequence: number): number | null {
  const segments = disk.look(directory) === null ? [] : listSegments(disk, directory)
  for (const segment of [...segments].reverse()) {
    const first = firstNumber(disk, segmentPath(directory, segment))
    if (first !== null && first <= sequence + 1) return segment
  }
  return segments[0] ?? null
}

function firstNumber(disk: Disk, path: string): number | null {
  const fd = disk.open(path, 'read')
  try {
    const bytes = readAll(disk, fd, 0, limits.recordBytes)
    const feed = bytes.indexOf(lineFeed)
    return feed < 0 ? null : numberOf(bytes.subarray(0, feed))
  } finally {
    disk.close(fd)
  }
}

/** The start of a line at or before the record after `sequence`, found by halving the file until a piece is left. */
function offsetBefore(disk: Disk, fd: number, sequence: number): number {
  let low = 0
  let high = disk.stat(fd).size
  while (high - low > pieceBytes) {
    const middle = low + Math.floor((high - low) / 2)
    const bytes = readAll(disk, fd, middle, pieceBytes)
    const feed = bytes.indexOf(lineFeed)
    const end = feed < 0 ? -1 : bytes.indexOf(lineFeed, feed + 1)
    const number = end < 0 ? null : numberOf(bytes.subarray(feed + 1, end))
    if (number === null || number > sequence) high = middle
    else low = middle + feed + 1
  }
  return low
}
