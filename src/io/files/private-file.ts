import { constants, linkSync, mkdirSync, rmSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { createSmall, errorCode, realDisk } from '../journal/journal-disk.ts'
import { randomId } from '../random.ts'
import { isMissing } from './is-missing.ts'
import { readRegular } from './read-regular.ts'

/** The text of a small file that only this user can access; null for any other, because someone else could have written it. */
export function readPrivate(path: string, maxBytes: number): string | null {
  try {
    if (isMissing(path)) return null
    const options = { maxBytes, accepts: isPrivate, flags: constants.O_NOFOLLOW }
    return readRegular(path, options)?.toString('utf8') ?? null
  } catch {
    return null
  }
}

const isPrivate = ({ uid, mode }: Stats): boolean => uid === process.getuid?.() && (mode & 0o077) === 0

/** Creates a private file atomically; false if the name is taken. Of two processes exactly one succeeds. */
export function createOnce(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomId()}.new`
  createSmall(realDisk, aside, Buffer.from(text))
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(aside, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
