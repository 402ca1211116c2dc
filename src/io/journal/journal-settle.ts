import { genesis, type Hash, type Link } from '../../audit/chain.ts'
import type { JournalMark } from '../../audit/mark.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { checkFile, checkJournal } from './journal-access.ts'
import { readAnchor } from './journal-anchor.ts'
import type { Disk } from './journal-disk.ts'
import {
  anotherJournal,
  createHead,
  deletedJournal,
  type Head,
  headFault,
  readHead,
  writeHead,
} from './journal-head.ts'
import { containsLink, findTail, type Tail } from './journal-tail.ts'
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
  /** A file outside the directory that names the journal, so that a deleted journal is not taken for a first start; null for none. */
  readonly anchor: string | null
  readonly disk: Disk
  readonly hash: Hash
  readonly now: () => string
  readonly newId: () => string
}

/**
 * Finds the end of the journal under the lock, creates a new journal if there is none, and repairs the traces of a crash.
 * Damage that no crash can cause is `audit_broken` and is left for a person to examine. `known` is the last record that this
 * process wrote; the journal must still contain it. Throws disk errors.
 *
 * INVARIANT: a missing or unreadable head is never the trace of a crash. It exists before the first record, and every change of
 * it is one write within a sector.
 */
export function settleJournal(options: SettleOptions, known: Head | null): Result<SettledJournal> {
  const { directory, disk } = options
  const checked = checkJournal(disk, directory)
  if (!checked.ok) return checked
  const names = checked.value
  const head = readHead(disk, directory)
  const anchored = readAnchor(disk, options.anchor)
  const segments = segmentsAmong(names)
  const missing = missingSegment(segments)
  if (missing !== null) return fail('audit_broken', `\`${segmentPath(directory, missing)}\` is missing`)
  const last = segments.at(-1)
  if (last === undefined) {
    const isNew = known === null && anchored === null && head !== 'unreadable' && (head?.sequence ?? 0) === 0
    return isNew ? found(options, head) : fail('audit_broken', deletedJournal(directory))
  }
  if (head === null || head === 'unreadable') return fail('audit_broken', headFault(directory, head))
  for (const name of [anchored ?? head.journal, known?.journal ?? head.journal])
    if (name !== head.journal) return fail('audit_broken', anotherJournal(directory, head, name))
  return continueAt(options, last, { head, known, names })
}

/** The evidence for how far the journal must reach: the head file, and the last record that this process wrote. */
interface Evidence {
  readonly head: Head
  readonly known: Head | null
  /** The files of the directory. */
  readonly names: readonly string[]
}

/** Creates a new journal. Writes the head first, so that a crash never leaves a journal without a head. */
function found(options: SettleOptions, head: Head | null): Result<SettledJournal> {
  const { directory, disk, newId } = options
  const first = head ?? { ...genesis, journal: newId() }
  if (head === null) createHead(disk, directory, first, newId())
  createSegment(disk, directory, 1)
  return continueAt(options, 1, { head: first, known: null, names: disk.list(directory) })
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
  for (const proof of known === null ? [head] : [head, known]) {
    const fault = reachFault(options, proof, { segment, link, end })
    if (fault !== null) return fail('audit_broken', fault)
  }
  const { journal } = head

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
  if (head.sequence < link.sequence) writeHead(disk, directory, { ...link, journal })
  return ok({ position: { segment, fd, inode: stats.ino, journal, link, end }, marks })
}

/**
 * Why the journal does not contain a record that was written; null if it does. The head is written after the records, so a crash
 * can leave it behind the journal, never ahead of it.
 */
function reachFault(options: SettleOptions, head: Head, tail: Tail & { readonly segment: number }): string | null {
  const path = segmentPath(options.directory, tail.segment)
  if (head.sequence > tail.link.sequence)
    return `\`${path}\` ends at record ${tail.link.sequence}, but record ${head.sequence} was written`
  return containsLink(options, tail, head)
    ? null
    : `record ${head.sequence} of \`${options.directory}\` is not the one that was written`
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
