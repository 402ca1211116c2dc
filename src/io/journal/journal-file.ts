import type { JournalEvent } from '../../audit/event.ts'
import { recordText } from '../../audit/record.ts'
import { timestamp } from '../../core/clock.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Clock, Journal, Receipt } from '../../gate/ports.ts'
import { nodeHash } from '../node-hash.ts'
import { checkJournal, prepareDirectory } from './journal-access.ts'
import { type Disk, realDisk } from './journal-disk.ts'
import { type Commit, openQueue } from './journal-queue.ts'
import { openWriter } from './journal-writer.ts'
import { openLock } from './lock.ts'

export interface JournalOptions {
  /** The journal's directory; created if it is missing. */
  readonly dir: string
  /** A file outside the directory that names the journal; without it, a deleted directory looks like a first start. */
  readonly anchor?: string
  readonly clock: Clock
  /** A fresh, unguessable id. */
  readonly newId: () => string
  readonly disk?: Disk
  readonly segmentBytes?: number
  /**
   * For a process that appends once and then ends. Problems with the journal show up in that append, and the append does not
   * wait for others to join it.
   */
  readonly once?: boolean
}

/**
 * Opens a user's journal; several processes may have it open at once. Fails if the directory or the journal cannot be
 * trusted. A temporary problem (a full disk, a busy lock) makes `append` fail until it is over.
 *
 * @example
 * const journal = await openJournal({ dir: '/home/me/.local/state/sallyport/journal', clock, newId: randomUUID })
 */
export async function openJournal(options: JournalOptions): Promise<Result<Journal>> {
  const { dir, anchor = null, clock, disk = realDisk, once = false, segmentBytes = limits.segmentBytes } = options
  // Ids are used in file names.
  const newId = () => options.newId().replace(/[^\w-]/g, '')
  const now = () => timestamp(clock.now())
  const writer = openWriter({ directory: dir, anchor, disk, hash: nodeHash, now, newId, segmentBytes })
  const trusted = once ? prepareDirectory(disk, dir) : checkJournal(disk, dir)
  if (!trusted.ok) return trusted
  const lock = openLock({ directory: dir, name: 'journal', clock, newId, disk })
  const commit: Commit = async take => {
    const held = await lock.acquire()
    if (!held.ok) return held
    try {
      return await writer.write(take())
    } finally {
      held.value()
    }
  }
  const queue = once ? openQueue(commit, async () => {}) : openQueue(commit)

  if (!once) {
    const first = await queue.add([])
    if (!first.ok && first.faults[0].code === 'audit_broken') {
      await close()
      return first
    }
  }

  async function append(events: readonly JournalEvent[]): Promise<Result<Receipt>> {
    try {
      return await queue.add(events.map(recordText))
    } catch {
      return fail('audit_unavailable', 'the event cannot be recorded')
    }
  }

  async function close(): Promise<void> {
    await queue.close()
    writer.close()
  }

  return ok({ append, close })
}
