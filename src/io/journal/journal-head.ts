import type { Link } from '../../audit/chain.ts'
import { canonicalJson, isObject } from '../../core/json.ts'
import { createSmall, type Disk, readSmall, syncDirectory, writeAll } from './journal-disk.ts'

/**
 * The last acknowledged record, kept beside the journal so that a cut-off end shows. It never runs ahead of the journal,
 * and it may lag behind by what was written when a process was killed.
 */
export interface Head extends Link {
  readonly journal: string
}

export const headPath = (directory: string): string => `${directory}/head.json`

/** Null if there is none; 'unreadable' if it is not, to the byte, what `headText` writes. */
export function readHead(disk: Disk, directory: string): Head | null | 'unreadable' {
  const text = readSmall(disk, headPath(directory), headBytes + 1)
  if (text === null) return null
  const head = parseHead(text)
  return head !== null && headText(head) === text ? head : 'unreadable'
}

/** A new head file, durable with its name. Used when there is none, or none that can be read. */
export function createHead(disk: Disk, directory: string, head: Head, token: string): void {
  const fresh = `${headPath(directory)}.${token}.new`
  createSmall(disk, fresh, Buffer.from(headText(head)))
  disk.rename(fresh, headPath(directory))
  syncDirectory(disk, directory)
}

/**
 * Writes over the head in one small write. A rename would be atomic in more cases, but on ext4 it doubles the time of an
 * append and needs a free block when the disk is full; the size never changes, so one sector holds the old or the new.
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
