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

/** Replaces a file as a whole or not at all: written aside, flushed, renamed. Throws what the file system throws. */
export function writeAtomic(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, text, { mode: 0o600 })
}

/** Who may do what with a file. Without an owner it is whoever writes it, and the mode is what they let it be. */
export interface Rights {
  readonly mode: number
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** The same for a file of someone else's, which stays theirs. */
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

/** The mode comes last: a change of owner takes bits of it away. */
function give(file: number, { mode, owner }: Rights): void {
  if (owner === undefined) return
  const { uid, gid } = fstatSync(file)
  if (uid !== owner.uid || gid !== owner.gid) fchownSync(file, owner.uid, owner.gid)
  fchmodSync(file, mode)
}
