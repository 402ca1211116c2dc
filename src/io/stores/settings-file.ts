import { mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { readRegular } from '../files/read-regular.ts'
import { resolveLinks } from '../files/resolve-links.ts'
import { type Rights, replaceFile } from '../files/write-atomic.ts'
import { errorCode } from '../journal/journal-disk.ts'

/** The exact text of another program's settings file; null if the file does not exist. */
export function readSettings(path: string): Result<string | null> {
  try {
    const bytes = readRegular(path, { maxBytes: limits.settingsBytes })
    if (bytes === null)
      return fail('validation', `\`${path}\` must be a regular file of at most ${limits.settingsBytes} bytes`)
    const text = bytes.toString('utf8')
    return Buffer.from(text).equals(bytes) ? ok(text) : fail('validation', `\`${path}\` is not valid UTF-8`)
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' ? ok(null) : fail('not_found', `\`${path}\` cannot be read: ${code}`)
  }
}

/** A change of a settings file's text; null stands for no file. */
export interface SettingsChange {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * Replaces the text, or removes the file if `after` is null. Returns the path of the copy of the old text. Refuses if the file
 * has changed since it was shown to the person. A link stays, and its target is changed.
 */
export function changeSettings({ path, before, after }: SettingsChange): Result<string | null> {
  const now = readSettings(path)
  if (!now.ok) return now
  if (now.value !== before) return fail('validation', `\`${path}\` has changed meanwhile; run the command again`)
  try {
    const file = resolveLinks(path)
    mkdirSync(dirname(file), { recursive: true })
    const rights = before === null ? { mode: 0o644 } : rightsOf(file)
    const kept = before === null ? null : keep(path, before, rights)
    if (after === null) rmSync(file, { force: true })
    else replaceFile(file, after, rights)
    return ok(kept)
  } catch (error) {
    return fail('not_found', `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

function rightsOf(file: string): Rights {
  const { mode, uid, gid } = statSync(file)
  return { mode: mode & 0o7777, owner: { uid, gid } }
}

function keep(path: string, text: string, rights: Rights): string {
  const copy = `${path}.before-sallyport-${new Date().toISOString().replace(/[:.]/g, '-')}`
  replaceFile(copy, text, rights)
  return copy
}
