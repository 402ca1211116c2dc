import { dirname } from 'node:path'
import { type JournalContinued, readContinued } from '../../audit/mark.ts'
import { recordText } from '../../audit/record.ts'
import { timestamp } from '../../core/clock.ts'
import { type Fault, fail, faultText, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { nodeHash } from '../node-hash.ts'
import { prepareDirectory } from './journal-access.ts'
import { readAnchor, writeAnchor } from './journal-anchor.ts'
import { type Disk, realDisk, syncDirectory } from './journal-disk.ts'
import type { JournalOptions } from './journal-file.ts'
import { readHead } from './journal-head.ts'
import { readRecords } from './journal-read.ts'
import { lastIntact, verifyJournal } from './journal-verify.ts'
import { openWriter } from './journal-writer.ts'
import { openLock } from './lock.ts'

export interface ContinueOptions extends JournalOptions {
  /** Required, because the anchor keeps the journal broken until the last step is done. */
  readonly anchor: string
  /** The person who continues. */
  readonly by: string
}

/**
 * Sets a broken journal aside, unchanged, and starts a new one that says so in its first records. The new journal repeats the
 * breaks that the old one recorded, so none of them is ever forgotten. Refuses a journal that is not broken.
 *
 * INVARIANT: a crash at any point leaves a broken journal, never an intact one without the record.
 */
export async function continueJournal(options: ContinueOptions): Promise<Result<JournalContinued>> {
  const { dir, clock, newId, disk = realDisk } = options
  const prepared = prepareDirectory(disk, dir)
  if (!prepared.ok) return prepared
  const held = await openLock({ directory: dir, name: 'journal', clock, newId, disk }).acquire()
  if (!held.ok) return held
  let release: (() => void) | null = held.value
  try {
    const verified = verifyJournal(dir, { anchor: options.anchor })
    if (verified.ok) return fail('validation', 'the journal is intact, so there is nothing to continue')
    const [fault] = verified.faults
    if (fault.code !== 'audit_broken') return verified
    const earlier = breaksIn(dir)
    const broken = describeBreak(options, fault)
    const old = readAnchor(disk, options.anchor)
    if (old === null) writeAnchor(disk, options.anchor, 'broken', newId())
    if (broken.kept !== null) {
      disk.rename(dir, broken.kept)
      syncDirectory(disk, dirname(dir))
      release = null
    }
    const started = await startAgain(options, [...earlier, broken])
    return started.ok ? ok(broken) : started
  } catch (error) {
    return fail(
      'audit_unavailable',
      `\`${dir}\` cannot be continued: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    release?.()
  }
}

function describeBreak({ dir, clock, newId, by, disk = realDisk }: ContinueOptions, fault: Fault): JournalContinued {
  const { sequence, hash } = lastIntact(dir)
  const head = readHead(disk, dir)
  const at = timestamp(clock.now())
  const kept = `${dir}.broken-${at.slice(0, 19).replaceAll(':', '-')}-${newId().slice(0, 8)}`
  return {
    type: 'journal_continued',
    at,
    by,
    fault: faultText(fault),
    intact: sequence,
    hash,
    written: head === null || head === 'unreadable' ? null : head.sequence,
    kept: holdsEvidence(disk, dir) ? kept : null,
  }
}

/** Whether the directory has more than the lock that we hold. */
const holdsEvidence = (disk: Disk, dir: string): boolean => disk.list(dir).some(name => !name.startsWith('journal.'))

/** The breaks that a broken journal recorded itself. Their own hashes are checked; their position need not be intact any more. */
const breaksIn = (dir: string): readonly JournalContinued[] =>
  [...readRecords(dir)].flatMap(read =>
    read.ok && read.value.event['type'] === 'journal_continued' ? [readContinued(read.value.event)] : [],
  )

/** No other process writes here meanwhile: until the last step, the anchor names another journal. */
async function startAgain(options: ContinueOptions, breaks: readonly JournalContinued[]): Promise<Result<null>> {
  const { dir, anchor, clock, newId, disk = realDisk, segmentBytes = limits.segmentBytes } = options
  const prepared = prepareDirectory(disk, dir)
  if (!prepared.ok) return prepared
  const now = () => timestamp(clock.now())
  const writer = openWriter({ directory: dir, anchor: null, disk, hash: nodeHash, now, newId, segmentBytes })
  try {
    const written = await writer.write(breaks.map(recordText))
    if (!written.ok) return written
  } finally {
    writer.close()
  }
  const head = readHead(disk, dir)
  if (head === null || head === 'unreadable') return fail('audit_unavailable', `\`${dir}\` has no head`)
  writeAnchor(disk, anchor, head.journal, newId())
  return ok(null)
}
