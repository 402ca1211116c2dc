import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs'
import type { FileState } from '../../trial/change.ts'
import { errorCode } from '../journal/journal-disk.ts'

/** The state of a path, without following a link; null if nothing is there, or something that is no file, directory or link. */
export function stateAt(path: string): FileState | null {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? null : stateOf(stats, path)
  } catch (error) {
    // A file or a link is where the path needs a directory.
    if (errorCode(error) === 'ENOTDIR' || errorCode(error) === 'ELOOP') return null
    throw error
  }
}

export function stateOf(stats: BigIntStats, path: string): FileState | null {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : null
  if (kind === null) return null
  return {
    kind,
    mode: kind === 'link' ? 0o777 : Number(stats.mode & 0o7777n),
    size: kind === 'directory' ? 0 : Number(stats.size),
    modified: `${stats.mtimeNs}`,
    identity: `${stats.dev}:${stats.ino}`,
    names: Number(stats.nlink),
    target: kind === 'link' ? readlinkSync(path) : null,
  }
}
