import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file as a whole or not at all: written aside, flushed, renamed. Throws what the file system throws. */
export function writeAtomic(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, text, 0o600)
}

/** The same for a file of someone else's, which keeps its mode. */
export function replaceFile(path: string, text: string, mode: number): void {
  const aside = `${path}.${process.pid}.new`
  try {
    const file = openSync(aside, 'wx', mode)
    try {
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
