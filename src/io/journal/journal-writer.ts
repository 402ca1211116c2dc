import { type Link, link } from '../../audit/chain.ts'
import type { JournalMark } from '../../audit/mark.ts'
import { recordText } from '../../audit/record.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { checkFile } from './journal-access.ts'
import { readAll, writeAll } from './journal-disk.ts'
import { type Head, headPath, writeHead } from './journal-head.ts'
import { type Position, type SettleOptions, settleJournal } from './journal-settle.ts'
import { followTail } from './journal-tail.ts'
import { markRecorded } from './journal-torn.ts'
import { createSegment, segmentName, segmentPath } from './segments.ts'

export interface WriterOptions extends SettleOptions {
  /** Bytes of a segment before it is closed. */
  readonly segmentBytes: number
}

/** Adds records at the journal's end. INVARIANT: every call is made by the holder of the journal's lock, one at a time. */
export interface Writer {
  /** Finds or makes the journal's end, and repairs it. */
  settle(): Promise<Result<null>>
  /** Durable once it resolves: the link of each event, in order. Never rejects. */
  write(events: readonly string[]): Promise<Result<readonly Link[]>>
  close(): void
}

export function openWriter(options: WriterOptions): Writer {
  const { directory, disk, hash, now } = options
  let position: Position | null = null
  /** The last record that is durable; stays when the position is lost. */
  let known: Head | null = null

  /** The position as of now, or why there is none. */
  async function settled(): Promise<Result<Position>> {
    if (position !== null) {
      const current = follow(position)
      if (!current.ok) return current
      if (current.value !== null) return ok(current.value)
      forget()
    }
    const fresh = settleJournal(options, known)
    if (!fresh.ok) return fresh
    position = fresh.value.position
    const { marks } = fresh.value
    if (marks.length > 0) {
      await commit(position, marks.map(recordText))
      markRecorded(
        disk,
        directory,
        marks.filter(mark => mark.type === 'journal_repaired'),
      )
    }
    return position === null ? fail('audit_unavailable', `\`${headPath(directory)}\` cannot be written`) : ok(position)
  }

  /** Where the journal ends if it still is the one that we know; null if it must be looked at anew. */
  function follow(known: Position): Result<Position | null> {
    const path = segmentPath(directory, known.segment)
    const stats = disk.look(path)
    if (stats === null) return fail('audit_broken', `\`${path}\` was deleted while the journal was open`)
    const access = checkFile(path, stats)
    if (!access.ok) return access
    if (stats.ino !== known.inode) return fail('audit_broken', `\`${path}\` was replaced while the journal was open`)
    if (stats.size < known.end) return fail('audit_broken', `\`${path}\` was cut while the journal was open`)
    if (stats.size > known.end) {
      const tail = followTail(readAll(disk, known.fd, known.end, stats.size - known.end), known, hash)
      if (tail.end !== stats.size) return ok(null)
      position = { ...known, ...tail }
    }
    return ok(disk.look(segmentPath(directory, known.segment + 1)) === null ? position : null)
  }

  async function write(events: readonly string[]): Promise<Result<readonly Link[]>> {
    try {
      const current = await settled()
      if (!current.ok) return current
      if (events.length === 0) return ok([current.value.link])
      if (current.value.end < options.segmentBytes) return ok(await commit(current.value, events))
      const [, ...links] = await commit(...rotate(current.value, events))
      return ok(links)
    } catch (error) {
      forget()
      return fail(
        'audit_unavailable',
        `the journal in \`${directory}\` cannot be written: ${error instanceof Error ? error.message : error}`,
      )
    }
  }

  /** The next segment, and the events with the record that opens it. The old one stays as it is. */
  function rotate(full: Position, events: readonly string[]): [Position, readonly string[]] {
    const segment = full.segment + 1
    createSegment(disk, directory, segment)
    const fd = disk.open(segmentPath(directory, segment), 'append')
    // From here on it is `position` that knows what to close.
    position = { ...full, segment, fd, inode: unknownInode, end: 0 }
    disk.close(full.fd)
    position = { ...position, inode: disk.stat(fd).ino }
    const mark: JournalMark = { type: 'journal_segment', at: now(), segment, previous: full.link.hash }
    return [position, [recordText(mark), ...events]]
  }

  async function commit(from: Position, events: readonly string[]): Promise<readonly Link[]> {
    const links: Link[] = []
    let last = from.link
    let lines = ''
    for (const event of events) {
      const next = link(last, event, hash)
      lines += `${next.line}\n`
      last = next.link
      links.push(last)
    }
    const end = await append(from, Buffer.from(lines))
    position = { ...from, link: last, end }
    known = { ...last, journal: from.journal }
    keepHead(known)
    return links
  }

  /** All of the bytes, durable, or none that anyone was told of. */
  async function append(from: Position, bytes: Buffer): Promise<number> {
    const end = from.end + bytes.length
    try {
      writeAll(disk, from.fd, bytes)
      if (disk.stat(from.fd).size !== end)
        throw new Error(`\`${segmentName(from.segment)}\` was written to by somebody without the lock`)
      await disk.sync(from.fd)
      return end
    } catch (error) {
      // A failed sync may be followed by one that succeeds and still has lost the bytes, so they are taken back.
      if (disk.stat(from.fd).size <= end) disk.truncate(from.fd, from.end)
      throw error
    }
  }

  /** A head that cannot be kept up does not undo a durable record; the next write brings it up to date first, or fails. */
  function keepHead(head: Head): void {
    try {
      writeHead(disk, directory, head)
    } catch {
      forget()
    }
  }

  function forget(): void {
    if (position === null) return
    const { fd } = position
    position = null
    try {
      disk.close(fd)
    } catch {
      // Closing failed; there is nothing more to do with it.
    }
  }

  return {
    async settle() {
      const result = await write([])
      return result.ok ? ok(null) : result
    },
    write,
    close: forget,
  }
}

/** No file has it. */
const unknownInode = -1
