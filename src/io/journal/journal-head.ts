import type { Link } from '../../audit/chain.ts'
import { canonicalJson, isObject } from '../../core/json.ts'
import { createSmall, type Disk, readSmall, syncDirectory, writeAll } from './journal-disk.ts'

/**
 * The last acknowledged record, stored next to the journal so that a truncated journal is noticed. It is never ahead of the
 * journal; after a crash it may be behind it.
 */
export interface Head extends Link {
  readonly journal: string
}

export const headPath = (directory: string): string => `${directory}/head.json`

/** Null if there is none; 'unreadable' unless it is byte for byte what `headText` writes. */
export function readHead(disk: Disk, directory: string): Head | null | 'unreadable' {
  const text = readSmall(disk, headPath(directory), headBytes + 1)
  if (text === null) return null
  const head = parseHead(text)
  return head !== null && headText(head) === text ? head : 'unreadable'
}

/** Why a journal without a usable head is broken: the head alone shows that no record was cut off. */
export const headFault = (directory: string, head: null | 'unreadable'): string =>
  `\`${headPath(directory)}\` ${head === null ? 'is missing' : 'is damaged'}, so records may have been cut off`

export const deletedJournal = (directory: string): string => `the journal in \`${directory}\` was deleted`

export const anotherJournal = (directory: string, { journal }: Head, expected: string): string =>
  `\`${directory}\` contains the journal \`${journal}\`, but \`${expected.slice(0, 80)}\` was written`

/** Creates a durable head file. */
export function createHead(disk: Disk, directory: string, head: Head, token: string): void {
  const fresh = `${headPath(directory)}.${token}.new`
  createSmall(disk, fresh, Buffer.from(headText(head)))
  disk.rename(fresh, headPath(directory))
  syncDirectory(disk, directory)
}

/**
 * Overwrites the head with one small write. A rename would be atomic in more cases, but on ext4 it doubles the time of an
 * append and needs a free block on a full disk. The size never changes, so one sector holds either the old or the new head.
 */
export function writeHead(disk: Disk, directory: string, head: Head): void {
  const fd = disk.open(headPath(directory), 'overwrite')
  try {
    writeAll(disk, fd, Buffer.from(headText(head)), 0)
  } finally {
    disk.close(fd)
  }
}

const headBytes = 256

function headText(head: Head): string {
  return `${canonicalJson({ hash: head.hash, journal: head.journal, sequence: head.sequence }).padEnd(headBytes - 1)}\n`
}

function parseHead(text: string): Head | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const { sequence, hash, journal } = value
    if (typeof sequence !== 'number' || typeof hash !== 'string' || typeof journal !== 'string') return null
    return { sequence, hash, journal }
  } catch {
    return null
  }
}
