import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file atomically: writes a temporary file, flushes it, renames it. Throws file system errors. */
export function writeAtomic(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, text, { mode: 0o600 })
}

/** The mode and owner of a file. Without an owner, the file belongs to this user, and their umask applies to the mode. */
export interface Rights {
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** The same for another program's file; keeps its owner and mode. */
export function replaceFile(path: string, text: string, rights: Rights): void {
  const aside = `${path}.${process.pid}.new`
  try {
    const file = openSync(aside, 'wx', rights.mode)
    try {
      give(file, rights)
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}

/** Sets the mode last, because a change of owner clears some of its bits. */
function give(file: number, { mode, owner }: Rights): void {
  if (owner === undefined) return
  const { uid, gid } = fstatSync(file)
  if (uid !== owner.uid || gid !== owner.gid) fchownSync(file, owner.uid, owner.gid)
  fchmodSync(file, mode)
}
