import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '../core/fault.ts'
import { replaceFile } from './write-atomic.ts'

/** The text of another program's settings; null if there is no such file. */
export function readSettings(path: string): Result<string | null> {
  try {
    return ok(readFileSync(path, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return code === 'ENOENT' ? ok(null) : fail('not_found', `\`${path}\` cannot be read: ${code}`)
  }
}

/**
 * Replaces the text, or removes the file when there is none left. Gives back where the old text is kept. Refuses if the
 * file is no longer what was shown to the person.
 */
export function changeSettings(path: string, before: string | null, after: string | null): Result<string | null> {
  const now = readSettings(path)
  if (!now.ok) return now
  if (now.value !== before) return fail('validation', `\`${path}\` has changed meanwhile; look again`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    const kept = before === null ? null : keep(path)
    if (after === null) rmSync(path, { force: true })
    else replaceFile(path, after, before === null ? 0o644 : statSync(path).mode & 0o777)
    return ok(kept)
  } catch (error) {
    return fail('not_found', `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

function keep(path: string): string {
  const copy = `${path}.before-sallyport-${new Date().toISOString().replace(/[:.]/g, '-')}`
  copyFileSync(path, copy)
  return copy
}
