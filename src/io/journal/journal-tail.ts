import { type Hash, type Link, readJournalLine } from '../../audit/chain.ts'
import { type Disk, readAll } from './journal-disk.ts'
import { linesBackwards } from './journal-lines.ts'
import { segmentPath } from './segments.ts'

/** Where the next record goes: after the last good line of a segment. Anything after that line is torn. */
export interface Tail {
  readonly link: Link
  /** Bytes up to and including the last good line. */
  readonly end: number
}

/** Follows the chain from a known tail through the records that others have added. Stops at the first line that does not fit. */
export function followTail(bytes: Buffer, from: Tail, hash: Hash): Tail {
  let link = from.link
  let end = 0
  for (;;) {
    const feed = bytes.indexOf(lineFeed, end)
    if (feed < 0) break
    const linked = readJournalLine(bytes.toString('utf8', end, feed), hash)
    if (linked === null || linked.previous !== link.hash || linked.sequence !== link.sequence + 1) break
    link = { sequence: linked.sequence, hash: linked.hash }
    end = feed + 1
  }
  return { link, end: from.end + end }
}

/**
 * The last good line of a segment, read from its end; null if it has none. Does not check the lines before it; `verify` reads
 * everything.
 */
export function findTail(disk: Disk, fd: number, hash: Hash): Tail | null {
  const { size } = disk.stat(fd)
  for (let window = firstWindow; ; window *= 4) {
    const start = Math.max(size - window, 0)
    const tail = lastLine(readAll(disk, fd, start, size - start), hash)
    if (tail !== null) return { link: tail.link, end: start + tail.end }
    if (start === 0) return null
  }
}

interface SegmentReader {
  readonly directory: string
  readonly disk: Disk
  readonly hash: Hash
}

/**
 * Whether the chain that ends at `tail` contains the link. Reads back from the end of the journal, so it costs nothing while the
 * link is the end. After a crash, it reads the records that are newer than the head.
 */
export function containsLink(
  { directory, disk, hash }: SegmentReader,
  tail: Tail & { readonly segment: number },
  sought: Link,
): boolean {
  let wanted = tail.link
  for (let segment = tail.segment; wanted.sequence > sought.sequence; segment -= 1) {
    if (segment === 0) return false
    const fd = disk.open(segmentPath(directory, segment), 'read')
    try {
      const end = segment === tail.segment ? tail.end : disk.stat(fd).size
      for (const { text } of linesBackwards(disk, fd, end)) {
        const linked = text === null ? null : readJournalLine(text, hash)
        if (linked?.hash !== wanted.hash || linked.sequence !== wanted.sequence) return false
        wanted = { sequence: wanted.sequence - 1, hash: linked.previous }
        if (wanted.sequence === sought.sequence) break
      }
    } finally {
      disk.close(fd)
    }
  }
  return wanted.hash === sought.hash
}

const firstWindow = 8_192
const lineFeed = 0x0a

/** If the bytes start in the middle of a line, that line fails its hash check like any other fragment. */
function lastLine(bytes: Buffer, hash: Hash): Tail | null {
  let end = bytes.lastIndexOf(lineFeed)
  while (end >= 0) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(lineFeed, end - 1) + 1
    const linked = readJournalLine(bytes.toString('utf8', start, end), hash)
    if (linked !== null) return { link: { sequence: linked.sequence, hash: linked.hash }, end: end + 1 }
    if (start === 0) return null
    end = start - 1
  }
  return null
}
