import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { shortenRecorded } from '../../audit/redaction/cut.ts'
import { redactedJson } from '../../audit/redaction/redacted-json.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { JsonObject } from '../../core/json.ts'

/** A file of JSON lines beside the journal, for programs that read another system's words. */
export interface AuditFile {
  append(entry: JsonObject): Result<void>
}

/**
 * Opened anew for each line, so that a file which logrotate has renamed is left alone and a new one begun (R143); never
 * rotated here. Redacted, then cut, like every record.
 */
export function auditFile(path: string): AuditFile {
  return {
    append: entry => {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        const file = openSync(path, appending, 0o600)
        try {
          if (!fstatSync(file).isFile()) return fail('audit_unavailable', `\`${path}\` is no file`)
          // One write: lines of several processes do not mix.
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

/** A link, or a pipe that nobody reads, is no audit file: an agent may have put it there. */
const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
