import { join } from 'node:path'
import type { Hash } from '../../audit/chain.ts'
import type { JournalRepaired } from '../../audit/mark.ts'
import { createSmall, type Disk, readAll, syncDirectory } from './journal-disk.ts'

/**
 * A write that a crash cut short leaves a fragment. It is copied aside before it is cut off, and the copy keeps the ending
 * `.torn-new` until a record tells of it: a crash in the middle of a repair loses nothing and hides nothing.
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
  /** Where the good part ends. */
  readonly end: number
  readonly token: string
}

/** The fragments among the files of the directory that no record tells of yet, as the records that will. */
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
        // Hex, because a fragment need not be text.
        const digest = hash(bytes.toString('hex'))
        const kept = name.slice(0, -fresh.length) + told
        return { type: 'journal_repaired', at, what: 'torn_tail', kept, bytes: bytes.length, digest }
      } finally {
        disk.close(fd)
      }
    })
}

/** After the record is durable. */
export function markRecorded(disk: Disk, directory: string, repairs: readonly JournalRepaired[]): void {
  for (const { kept } of repairs) {
    if (kept !== null) disk.rename(join(directory, kept.slice(0, -told.length) + fresh), join(directory, kept))
  }
}

const fresh = '.torn-new'
const told = '.torn'
