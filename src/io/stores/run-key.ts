import { closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRegular } from '../files/read-regular.ts'
import { randomBytes, randomId } from '../random.ts'

const keyBytes = 32

/**
 * The secret for keyed hashes (C25). All processes of a user share it, so that every hook computes the same key for a call.
 * Created once, atomically.
 */
export function readRunKey(path: string): Uint8Array {
  return readKey(path) ?? makeKey(path) ?? randomBytes(keyBytes)
}

/** Null if the key cannot be stored; then it is used by this process only. */
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
    // Unlike a rename, a link never replaces a key that another process has just created.
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
