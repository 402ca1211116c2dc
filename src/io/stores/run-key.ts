import { closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRegular } from '../files/read-regular.ts'
import { randomBytes, randomId } from '../random.ts'

const keyBytes = 32

/**
 * The secret behind keyed hashes (C25), the same for all processes of one user: a cold hook must file a call under the key
 * that the hook before it used. Made once, complete or not at all.
 */
export function readRunKey(path: string): Uint8Array {
  return readKey(path) ?? makeKey(path) ?? randomBytes(keyBytes)
}

/** Null where nothing can be written: then a key holds for one process. */
function makeKey(path: string): Uint8Array | null {
  try {
    writeKey(path)
    return readKey(path)
  } catch {
    return null
  }
}

function writeKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomId()}`
  const file = openSync(aside, 'wx', 0o600)
  try {
    writeSync(file, randomBytes(keyBytes))
  } finally {
    closeSync(file)
  }
  try {
    // Unlike a rename, a link never replaces the key that another process has just made.
    linkSync(aside, path)
  } catch {
    if (readKey(path) === null) renameSync(aside, path)
  }
  rmSync(aside, { force: true })
}

function readKey(path: string): Uint8Array | null {
  try {
    const bytes = readRegular(path, { maxBytes: keyBytes })
    return bytes?.length === keyBytes ? bytes : null
  } catch {
    return null
  }
}
