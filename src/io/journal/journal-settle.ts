import { eventOf, genesis, type Hash, type Link, readJournalLine } from '../../audit/chain.ts'
import type { JournalMark } from '../../audit/mark.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { ownString } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { checkFile, checkJournal } from './journal-access.ts'
import { type Disk, readAll } from './journal-disk.ts'
import { createHead, type Head, readHead, writeHead } from './journal-head.ts'
import { findTail, type Tail } from './journal-tail.ts'
import { setAside, unrecordedFragments } from './journal-torn.ts'
import { createSegment, missingSegment, segmentName, segmentPath, segmentsAmong } from './segments.ts'

/** A writer's position: the open segment and the last record in it. */
export interface Position extends Tail {
  readonly segment: number
  readonly fd: number
  readonly inode: number
  readonly journal: string
}

export interface SettledJournal {
  readonly position: Position
  /** Marks that the writer must append before anything else. */
  readonly marks: readonly JournalMark[]
}

export interface SettleOptions {
  readonly directory: string
  readonly disk: Disk
  readonly hash: Hash
  readonly now: () => string
  readonly newId: () => string
}

/**
 * Finds the end of the journal under the lock, creates a new journal if there is none, and repairs the traces of a crash.
 * Damage that no crash can cause is `audit_broken` and is left for a person to examine. `known` is the last record that this
 * process wrote; the journal must still contain it. Throws disk errors.
 */
export function settleJournal(options: SettleOptions, known: Head | null): Result<SettledJournal> {
  const { directory, disk } = options
  const checked = checkJournal(disk, directory)
  if (!checked.ok) return checked
  const names = checked.value
  const head = readHead(disk, directory)
  const segments = segmentsAmong(names)
  const missing = missingSegment(segments)
  if (missing !== null) return fail('audit_broken', `\`${segmentPath(directory, missing)}\` is missing`)
  const last = segments.at(-1)
  if (last !== undefined) return continueAt(options, last, { head, known, names })
  const isNew = known === null && (head === null || (head !== 'unreadable' && head.sequence === 0))
  return isNew ? found(options, head) : gone(directory)
}

/** The evidence for how far the journal must reach: the head file, and the last record that this process wrote. */
interface Evidence {
  readonly head: Head | null | 'unreadable'
  readonly known: Head | null
  /** The files of the directory. */
  readonly names: readonly string[]
}

const gone = (directory: string): Result<never> => fail('audit_broken', `\`${directory}\` has a head but no journal`)

/** Creates a new journal. Writes the head first, so that a crash never leaves a journal without a head. */
function found(options: SettleOptions, head: Evidence['head']): Result<SettledJournal> {
  const { directory, disk, newId } = options
  const journal = head === null || head === 'unreadable' ? newId() : head.journal
  if (head === null) createHead(disk, directory, { ...genesis, journal }, newId())
  createSegment(disk, directory, 1)
  return continueAt(options, 1, { head: { ...genesis, journal }, known: null, names: disk.list(directory) })
}

function continueAt(options: SettleOptions, segment: number, evidence: Evidence): Result<SettledJournal> {
  const { disk, directory } = options
  const fd = disk.open(segmentPath(directory, segment), 'append')
  try {
    const settled = settleOpen(options, { segment, fd, ...evidence })
    if (!settled.ok) disk.close(fd)
    return settled
  } catch (error) {
    disk.close(fd)
    throw error
  }
}

interface OpenSegment extends Evidence {
  readonly segment: number
  readonly fd: number
}

function settleOpen(options: SettleOptions, { segment, fd, head, known, names }: OpenSegment): Result<SettledJournal> {
  const { directory, disk, hash, now, newId } = options
  const path = segmentPath(directory, segment)
  const stats = disk.stat(fd)
  const access = checkFile(path, stats)
  if (!access.ok) return access

  const own = findTail(disk, fd, hash)
  const link = own?.link ?? endOf(options, segment - 1)
  if (link === null)
    return fail('audit_broken', `\`${segmentPath(directory, segment - 1)}\` has no end to continue from`)
  const end = own?.end ?? 0
  for (const proof of [head, known]) {
    const reaches = checkHead(path, proof, link)
    if (!reaches.ok) return reaches
  }
  const name = head === null || head === 'unreadable' ? journalName(options) : head.journal
  if (known !== null && known.journal !== name) return gone(directory)
  if (name === null && link.sequence > 0)
    return fail('audit_broken', `\`${segmentPath(directory, 1)}\` does not name its journal`)
  const journal = name ?? newId()

  const isTorn = stats.size > end
  if (isTorn) setAside(disk, directory, { segment: segmentName(segment), fd, end, token: newId() })
  const marks: JournalMark[] = []
  if (own === null)
    marks.push(
      segment === 1
        ? { type: 'journal_opened', at: now(), journal }
        : { type: 'journal_segment', at: now(), segment, previous: link.hash },
    )
  marks.push(...unrecordedFragments(disk, directory, isTorn ? disk.list(directory) : names, hash, now()))
  if (head === null || head === 'unreadable') {
    marks.push({ type: 'journal_repaired', at: now(), what: 'head', kept: null, bytes: 0, digest: null })
    createHead(disk, directory, { ...link, journal }, newId())
  } else if (head.sequence < link.sequence) writeHead(disk, directory, { ...link, journal })
  return ok({ position: { segment, fd, inode: stats.ino, journal, link, end }, marks })
}

/** The head is written after the records, so no crash leaves it ahead of the journal. */
function checkHead(path: string, head: Head | null | 'unreadable', link: Link): Result<null> {
  if (head === null || head === 'unreadable') return ok(null)
  if (head.sequence > link.sequence)
    return fail('audit_broken', `\`${path}\` ends at record ${link.sequence}, but record ${head.sequence} was written`)
  if (head.sequence === link.sequence && head.hash !== link.hash)
    return fail('audit_broken', `the last record of \`${path}\` is not the one that was written`)
  return ok(null)
}

/** The last record of an older segment; null if it has none. */
function endOf({ directory, disk, hash }: SettleOptions, segment: number): Link | null {
  if (segment === 0) return genesis
  const fd = disk.open(segmentPath(directory, segment), 'read')
  try {
    return findTail(disk, fd, hash)?.link ?? null
  } finally {
    disk.close(fd)
  }
}

/** The journal's id, from its first record. */
function journalName({ directory, disk, hash }: SettleOptions): string | null {
  const fd = disk.open(segmentPath(directory, 1), 'read')
  try {
    const bytes = readAll(disk, fd, 0, limits.recordBytes)
    const linked = readJournalLine(bytes.toString('utf8', 0, Math.max(bytes.indexOf(0x0a), 0)), hash)
    const event = linked === null ? null : eventOf(linked)
    return event === null ? null : (ownString(event, 'journal') ?? null)
  } finally {
    disk.close(fd)
  }
}
