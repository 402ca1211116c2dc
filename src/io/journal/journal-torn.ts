import { join } from 'node:path'
import type { Hash } from '../../audit/chain.ts'
import type { JournalRepaired } from '../../audit/mark.ts'
import { createSmall, type Disk, readAll, syncDirectory } from './journal-disk.ts'

/**
 * Moves the fragment of an interrupted write out of the journal. The fragment is copied to a separate file before it is cut
 * off, and the copy is named `.torn-new` until a record mentions it. So a crash during a repair neither loses nor hides anything.
 */
export function setAside(disk: Disk, directory: string, torn: TornTail): void {
  const { size } = disk.stat(torn.fd)
  const bytes = readAll(disk, torn.fd, torn.end, size - torn.end)
  createSmall(disk, join(directory, `${torn.segment}-${torn.end}-${torn.token}${fresh}`), bytes)
  syncDirectory(disk, directory)
  disk.truncate(torn.fd, torn.end)
}

export interface TornTail {
  readonly segment: string
  readonly fd: number
  /** The end of the intact part. */
  readonly end: number
  readonly token: string
}

/** For every fragment in the directory that no record mentions yet, the record that will. */
export function unrecordedFragments(
  disk: Disk,
  directory: string,
  names: readonly string[],
  hash: Hash,
  at: string,
): readonly JournalRepaired[] {
  return names
    .filter(name => name.endsWith(fresh))
    .map(name => {
      const fd = disk.open(join(directory, name), 'read')
      try {
        const bytes = readAll(disk, fd, 0, disk.stat(fd).size)
        // Hex, because a fragment need not be valid text.
        const digest = hash(bytes.toString('hex'))
        const kept = name.slice(0, -fresh.length) + recorded
        return { type: 'journal_repaired', at, what: 'torn_tail', kept, bytes: bytes.length, digest }
      } finally {
        disk.close(fd)
      }
    })
}

/** Renames fragments once their records are durable. */
export function markRecorded(disk: Disk, directory: string, repairs: readonly JournalRepaired[]): void {
  for (const { kept } of repairs)
    disk.rename(join(directory, kept.slice(0, -recorded.length) + fresh), join(directory, kept))
}

const fresh = '.torn-new'
const recorded = '.torn'
