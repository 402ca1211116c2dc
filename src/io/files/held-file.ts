import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { baseName, parentOf } from '../../core/path.ts'
import { errorCode } from '../journal/journal-disk.ts'
import { randomId } from '../random.ts'
import { type HeldDirectory, holdDirectory, holdNewDirectory, MovedPath } from './held-directory.ts'

const { O_CREAT, O_EXCL, O_NOCTTY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants

/** A regular file at a path without links: its bytes, and whether there are more of them. */
export interface HeldFile {
  readonly bytes: Buffer
  readonly size: number
  readonly mode: number
}

/** Thrown if the thing at a path is not what the tool works with. */
export class WrongKind extends Error {}

/** The first bytes of a regular file. Throws file system errors, `MovedPath` for a link, `WrongKind` for a device or directory. */
export function readHeld(path: string, maxBytes: number): HeldFile {
  return inDirectory(holdDirectory(parentOf(path)), directory => {
    const file = openHeld(directory, path, O_RDONLY)
    try {
      const { size, mode } = regular(fstatSync(file), path)
      const bytes = Buffer.alloc(Math.min(size, maxBytes))
      let length = 0
      while (length < bytes.length) {
        const count = readSync(file, bytes, length, bytes.length - length, null)
        if (count === 0) break
        length += count
      }
      return { bytes: bytes.subarray(0, length), size, mode }
    } finally {
      closeSync(file)
    }
  })
}

/** The names in a directory and their kinds, sorted. */
export function listHeld(path: string): readonly { readonly name: string; readonly kind: EntryKind }[] {
  return inDirectory(holdDirectory(path), directory =>
    readdirSync(directory.at('.'), { withFileTypes: true })
      .map(entry => ({
        name: entry.name,
        kind: entry.isDirectory()
          ? ('directory' as const)
          : entry.isSymbolicLink()
            ? ('link' as const)
            : entry.isFile()
              ? ('file' as const)
              : ('other' as const),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  )
}

export type EntryKind = 'file' | 'directory' | 'link' | 'other'

/** A change that is ready to be made: the new text is on the disk, under another name. */
export interface PreparedChange {
  /** Makes it, atomically. */
  commit(): void
  /** Removes what was prepared. After a commit, does nothing. */
  discard(): void
}

export interface WriteOptions {
  readonly createDirectories?: boolean
  /** The mode of a file that does not exist yet; by default as the user's umask says. */
  readonly mode?: number
}

/** Prepares to replace or create a file. Keeps the mode and, if possible, the owner of the one that it replaces. */
export function prepareWrite(path: string, bytes: Uint8Array, options: WriteOptions = {}): PreparedChange {
  const directory =
    options.createDirectories === true ? holdNewDirectory(parentOf(path)) : holdDirectory(parentOf(path))
  const name = baseName(path)
  const aside = `.${name.slice(0, 100)}.${randomId()}.tmp`
  let isOpen = true
  const end = () => {
    if (isOpen) directory.close()
    isOpen = false
  }
  try {
    const before = statsOf(directory, name, path)
    const file = openSync(directory.at(aside), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666)
    try {
      directory.check(aside, file)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      if (before !== null) keepRights(file, before)
      else if (options.mode !== undefined) fchmodSync(file, options.mode & 0o777)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    unlinkQuietly(directory.at(aside))
    end()
    throw error
  }
  return {
    commit: () => {
      statsOf(directory, name, path)
      renameSync(directory.at(aside), directory.at(name))
      end()
    },
    discard: () => {
      if (isOpen) unlinkQuietly(directory.at(aside))
      end()
    },
  }
}

/** Prepares to delete a file or a link. */
export function prepareDelete(path: string): PreparedChange {
  const directory = holdDirectory(parentOf(path))
  const name = baseName(path)
  let isOpen = true
  const end = () => {
    if (isOpen) directory.close()
    isOpen = false
  }
  try {
    if (lstatSync(directory.at(name)).isDirectory()) throw new WrongKind(`\`${path}\` is a directory`)
  } catch (error) {
    end()
    throw error
  }
  return {
    commit: () => {
      unlinkSync(directory.at(name))
      end()
    },
    discard: end,
  }
}

/** Opens a file without following a link and without waiting for the other end of a named pipe. */
function openHeld(directory: HeldDirectory, path: string, flags: number): number {
  try {
    const file = openSync(directory.at(baseName(path)), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    try {
      directory.check(baseName(path), file)
      return file
    } catch (error) {
      closeSync(file)
      throw error
    }
  } catch (error) {
    throw errorCode(error) === 'ELOOP' ? new MovedPath(path) : error
  }
}

/** The file that a write would replace; null if there is none. */
function statsOf(directory: HeldDirectory, name: string, path: string): Stats | null {
  const stats = lstatSync(directory.at(name), { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (stats.isSymbolicLink()) throw new MovedPath(path)
  return regular(stats, path)
}

function regular(stats: Stats, path: string): Stats {
  if (stats.isFile()) return stats
  throw new WrongKind(stats.isDirectory() ? `\`${path}\` is a directory` : `\`${path}\` is not a regular file`)
}

/** Another user's file stays theirs if this user may give it to them. */
function keepRights(file: number, { mode, uid, gid }: Stats): void {
  const now = fstatSync(file)
  if (now.uid !== uid || now.gid !== gid)
    try {
      fchownSync(file, uid, gid)
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error
    }
  fchmodSync(file, mode & 0o7777)
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never created.
  }
}

function inDirectory<T>(directory: HeldDirectory, work: (directory: HeldDirectory) => T): T {
  try {
    return work(directory)
  } finally {
    directory.close()
  }
}
