import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'

/** The journal's system calls, so that tests can make each of them fail. They throw Node's errors. */
export interface Disk {
  open(path: string, how: OpenMode): number
  close(fd: number): void
  /** May write only a part without an error, as on a full disk. */
  write(fd: number, bytes: Uint8Array, position: number | null): number
  read(fd: number, bytes: Uint8Array, position: number): number
  /** Flushes data to the disk, off the main thread, so that other callers can queue meanwhile. */
  sync(fd: number): Promise<void>
  /** Flushes a file or directory with its metadata; used only after something is created. */
  syncNow(fd: number): void
  truncate(fd: number, size: number): void
  stat(fd: number): Stats
  /** Looks at a path without following links; null if nothing is there. */
  look(path: string): Stats | null
  /** Creates a symbolic link whose target is `text`; fails if the name is taken. */
  symlink(text: string, path: string): void
  /** The target of a symbolic link; null if the path is not a link. */
  readlink(path: string): string | null
  unlink(path: string): void
  rename(from: string, to: string): void
  list(directory: string): readonly string[]
  mkdir(directory: string): void
}

export type OpenMode = 'read' | 'append' | 'create' | 'overwrite'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR } = constants

const flags: { readonly [mode in OpenMode]: number } = {
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  append: O_RDWR | O_APPEND | O_NOFOLLOW,
  create: O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW,
  overwrite: O_RDWR | O_NOFOLLOW,
}

export const realDisk: Disk = {
  open: (path, how) => openSync(path, flags[how], 0o600),
  close: closeSync,
  write: (fd, bytes, position) => writeSync(fd, bytes, 0, bytes.length, position),
  read: (fd, bytes, position) => readSync(fd, bytes, 0, bytes.length, position),
  sync: fd => new Promise((resolve, reject) => fdatasync(fd, error => (error === null ? resolve() : reject(error)))),
  syncNow: fsyncSync,
  truncate: ftruncateSync,
  stat: fd => fstatSync(fd),
  look: path => lstatSync(path, { throwIfNoEntry: false }) ?? null,
  symlink: symlinkSync,
  readlink: path => {
    try {
      return readlinkSync(path)
    } catch (error) {
      if (['ENOENT', 'EINVAL'].includes(errorCode(error))) return null
      throw error
    }
  },
  unlink: unlinkSync,
  rename: renameSync,
  list: directory => readdirSync(directory),
  mkdir: directory => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  },
}

/** The code of a system error, such as `ENOSPC`; empty for any other error. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** Writes all bytes or throws. After a short write it continues, and the next write reports the reason. */
export function writeAll(disk: Disk, fd: number, bytes: Uint8Array, position: number | null = null): void {
  let done = 0
  while (done < bytes.length) {
    const written = disk.write(fd, bytes.subarray(done), position === null ? null : position + done)
    if (written <= 0) throw new Error('the disk accepts no more data')
    done += written
  }
}

/** Reads `length` bytes from `position`, fewer at the end of the file. */
export function readAll(disk: Disk, fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const read = disk.read(fd, bytes.subarray(done), position + done)
    if (read === 0) break
    done += read
  }
  return bytes.subarray(0, done)
}

/** The whole of a small file; null if it is missing. */
export function readSmall(disk: Disk, path: string, max: number): string | null {
  let fd: number
  try {
    fd = disk.open(path, 'read')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    return readAll(disk, fd, 0, max).toString('utf8')
  } finally {
    disk.close(fd)
  }
}

/** Creates a durable file with this content under an unused name. If that fails, leaves no file. */
export function createSmall(disk: Disk, path: string, bytes: Uint8Array): void {
  const fd = disk.open(path, 'create')
  try {
    try {
      writeAll(disk, fd, bytes)
      disk.syncNow(fd)
    } finally {
      disk.close(fd)
    }
  } catch (error) {
    removeQuietly(disk, path)
    throw error
  }
}

/** Removes a file that nothing depends on, and ignores errors. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.unlink(path)
  } catch {
    // Already gone, or the next process removes it.
  }
}

/** Makes created, renamed and removed names in a directory durable. */
export function syncDirectory(disk: Disk, directory: string): void {
  const fd = disk.open(directory, 'read')
  try {
    disk.syncNow(fd)
  } finally {
    disk.close(fd)
  }
}
