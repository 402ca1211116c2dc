import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { shortenRecorded } from '../../audit/redaction/cut.ts'
import { redactedJson } from '../../audit/redaction/redacted-json.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'

/** An additional file of JSON lines, for programs that expect another system's format. */
export interface AuditFile {
  append(entry: JsonObject): Result<void>
}

/**
 * Opens the file for each line, so that after logrotate renames it the next line goes to a new file (R143). Never rotates the
 * file itself. Lines are redacted, then shortened, like every record.
 */
export function auditFile(path: string): AuditFile {
  return {
    append: entry => {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        const file = openSync(path, appending, 0o600)
        try {
          if (!fstatSync(file).isFile()) return fail('audit_unavailable', `\`${path}\` must be a regular file`)
          // A single write, so that lines of several processes do not mix.
          writeSync(file, `${redactedJson(entry, { secrets: [], finish: shortenRecorded })}\n`)
          return ok(undefined)
        } finally {
          closeSync(file)
        }
      } catch (error) {
        return fail(
          'audit_unavailable',
          `\`${path}\` cannot be written: ${error instanceof Error ? error.message : ''}`,
        )
      }
    },
  }
}

/** Does not follow links and does not wait for a pipe's reader: an agent may have put one in place of the audit file. */
const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
