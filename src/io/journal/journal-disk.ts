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

/** The system calls of the journal, so that tests can fail each of them. All throw as Node does. */
export interface Disk {
  open(path: string, how: OpenMode): number
  close(fd: number): void
  /** May write less than all, without an error: a full disk does that. */
  write(fd: number, bytes: Uint8Array, position: number | null): number
  read(fd: number, bytes: Uint8Array, position: number): number
  /** Data to the platter. Off the main thread, so that other callers can queue meanwhile. */
  sync(fd: number): Promise<void>
  /** A file or directory with all that describes it; only where something is created. */
  syncNow(fd: number): void
  truncate(fd: number, size: number): void
  stat(fd: number): Stats
  /** What lies at the path, links not followed; null if nothing does. */
  look(path: string): Stats | null
  /** A symbolic link that says `text`, unless the name is taken. */
  symlink(text: string, path: string): void
  /** What a symbolic link says; null if none lies at the path. */
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

/** For a process that has nothing else to do meanwhile: a thread for the flush takes longer than many a flush. */
export const waitingDisk: Disk = { ...realDisk }

/** The code of a system error, such as `ENOSPC`; empty for any other. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** Writes all of it or throws: a short write is carried on with, and the next one tells why it was short. */
export function writeAll(disk: Disk, fd: number, bytes: Uint8Array, position: number | null = null): void {
  let done = 0
  while (done < bytes.length) {
    const written = disk.write(fd, bytes.subarray(done), position === null ? null : position + done)
    if (written <= 0) throw new Error('the disk takes no more')
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

/** A new file with this content, durable, under a name that nothing has yet; or, if that fails, no file. */
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

/** Removes what nothing depends on. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.unlink(path)
  } catch {
    // Gone already, or a matter for the next one.
  }
}

/** Makes names durable: what was created, renamed or removed in the directory. */
export function syncDirectory(disk: Disk, directory: string): void {
  const fd = disk.open(directory, 'read')
  try {
    disk.syncNow(fd)
  } finally {
    disk.close(fd)
  }
}
