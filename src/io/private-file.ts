import { closeSync, constants, fstatSync, linkSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isMissing } from './is-missing.ts'
import { createSmall, errorCode, realDisk } from './journal-disk.ts'
import { randomId } from './random.ts'

/** The text of a small file that is this user's alone; null for anything else: what others could have written says nothing. */
export function readPrivate(path: string, maxBytes: number): string | null {
  try {
    if (isMissing(path)) return null
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      const isPrivate = stats.isFile() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
      return isPrivate && stats.size <= maxBytes ? readFileSync(file, 'utf8') : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** A new private file, complete or not at all; false if the name is taken. Of two processes exactly one makes it. */
export function createOnce(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomId()}.new`
  createSmall(realDisk, aside, Buffer.from(text))
  try {
    // Unlike a rename, a link never replaces what is there.
    linkSync(aside, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
