import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { baseName, parentOf } from '../../core/path.ts'
import { errorCode } from '../journal/journal-disk.ts'

const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants

/** A directory that is open, and that was at its path when it was opened. Names in it cannot lead elsewhere. */
export interface HeldDirectory {
  readonly fd: number
  /** The path to open for a name in this directory. Open it without following links, then call `check`. */
  at(name: string): string
  /** Throws if an open file is not the one with this name, where the system cannot open relative to a directory. */
  check(name: string, file: number): void
  close(): void
}

/** Thrown if a path no longer leads where it led when the call was judged. */
export class MovedPath extends Error {
  constructor(path: string) {
    super(`\`${path}\` was replaced after the call was judged; look at it and call again`)
    this.name = 'MovedPath'
  }
}

/**
 * Opens the directory at a path that contains no links. Throws `MovedPath` if there is a link in it now. On Linux the open
 * directory is used through `/proc/self/fd`, so a link that appears later has no influence. Elsewhere the device and the inode
 * are compared after each file is opened.
 */
export function holdDirectory(path: string): HeldDirectory {
  const fd = openWithoutLinks(path)
  try {
    if (pathOf(fd, path) !== path) throw new MovedPath(path)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  const base = process.platform === 'linux' ? `/proc/self/fd/${fd}` : path
  return {
    fd,
    at: name => `${base}/${name}`,
    check: (name, file) => {
      if (process.platform === 'linux') return
      if (pathOf(fd, path) !== path || !isSame(fstatSync(file), lstatSync(`${path}/${name}`)))
        throw new MovedPath(`${path}/${name}`)
    },
    close: () => closeSync(fd),
  }
}

/** The same, and creates the directories that are missing, one inside the other. */
export function holdNewDirectory(path: string): HeldDirectory {
  try {
    return holdDirectory(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || path === '/') throw error
  }
  const parent = holdNewDirectory(parentOf(path))
  try {
    mkdirSync(parent.at(baseName(path)))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    parent.close()
  }
  return holdDirectory(path)
}

function openWithoutLinks(path: string): number {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    const code = errorCode(error)
    if ((code === 'ENOTDIR' || code === 'ELOOP') && isLink(path)) throw new MovedPath(path)
    throw error
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Where an open directory is now. */
function pathOf(fd: number, path: string): string | null {
  if (process.platform === 'linux') return readlinkSync(`/proc/self/fd/${fd}`)
  return isSame(fstatSync(fd), lstatSync(path)) ? realpathSync.native(path) : null
}

const isSame = (one: Identity, other: Identity): boolean => one.dev === other.dev && one.ino === other.ino

interface Identity {
  readonly dev: number
  readonly ino: number
}
