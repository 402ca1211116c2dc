import { type Link, link } from '../../audit/chain.ts'
import type { JournalMark } from '../../audit/mark.ts'
import { recordText } from '../../audit/record.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { checkFile } from './journal-access.ts'
import { writeAnchor } from './journal-anchor.ts'
import { readAll, writeAll } from './journal-disk.ts'
import { type Head, headPath, writeHead } from './journal-head.ts'
import { type Position, type SettleOptions, settleJournal } from './journal-settle.ts'
import { followTail } from './journal-tail.ts'
import { markRecorded } from './journal-torn.ts'
import { createSegment, segmentName, segmentPath } from './segments.ts'

export interface WriterOptions extends SettleOptions {
  /** The size in bytes at which a segment is closed. */
  readonly segmentBytes: number
}

/** Appends records to the journal. INVARIANT: only the holder of the journal's lock calls it, one call at a time. */
export interface Writer {
  /** Finds the journal's end, creating or repairing the journal if needed. */
  settle(): Promise<Result<null>>
  /** Resolves to the link of each event, in order, once all are durable. Never rejects. */
  write(events: readonly string[]): Promise<Result<readonly Link[]>>
  close(): void
}

export function openWriter(options: WriterOptions): Writer {
  const { directory, disk, hash, now } = options
  let position: Position | null = null
  /** The last durable record; kept when the position is lost. */
  let known: Head | null = null

  /** The current position, or the reason why there is none. */
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
    keepAnchor(fresh.value.position.journal)
    return position === null ? fail('audit_unavailable', `\`${headPath(directory)}\` cannot be written`) : ok(position)
  }

  /** The current end of the journal, if it is still the journal that we know; null if it must be settled again. */
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

  /** Starts the next segment and puts its opening record before the events. The old segment stays unchanged. */
  function rotate(full: Position, events: readonly string[]): [Position, readonly string[]] {
    const segment = full.segment + 1
    createSegment(disk, directory, segment)
    const fd = disk.open(segmentPath(directory, segment), 'append')
    // From here on, closing `position` closes the new file.
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

  /** Appends all bytes durably, or reports none of them as written. */
  async function append(from: Position, bytes: Buffer): Promise<number> {
    const end = from.end + bytes.length
    try {
      writeAll(disk, from.fd, bytes)
      if (disk.stat(from.fd).size !== end)
        throw new Error(`\`${segmentName(from.segment)}\` was changed by a process that did not hold the lock`)
      await disk.sync(from.fd)
      return end
    } catch (error) {
      // After a failed sync, a later sync may succeed although the bytes are lost, so the bytes are removed.
      if (disk.stat(from.fd).size <= end) disk.truncate(from.fd, from.end)
      throw error
    }
  }

  /** If the head cannot be written, the record is still durable; the next write updates the head first, or fails. */
  function keepHead(head: Head): void {
    try {
      writeHead(disk, directory, head)
    } catch {
      forget()
    }
  }

  /** Written after the first record, so that a crash never leaves an anchor without a journal. */
  function keepAnchor(journal: string): void {
    const { anchor, newId } = options
    if (anchor !== null && disk.look(anchor) === null) writeAnchor(disk, anchor, journal, newId())
  }

  function forget(): void {
    if (position === null) return
    const { fd } = position
    position = null
    try {
      disk.close(fd)
    } catch {
      // There is nothing left to do with the file.
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

/** No file has this inode. */
const unknownInode = -1
