import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { fail, ok, type Result } from '../core/fault.ts'

/** A file that lines are appended to, readable by its owner only. */
export interface LineFile {
  /** A line that cannot be written is dropped: the journal is the record that counts. */
  append(line: string): void
  close(): void
}

export function openTranscript(path: string): Result<LineFile> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(path, 'a', 0o600)
    let isOpen = true
    return ok({
      append: line => {
        if (!isOpen) return
        try {
          writeSync(file, line)
        } catch {
          // A full disk must not stop the agent in the middle of a step.
        }
      },
      close: () => {
        if (isOpen) closeSync(file)
        isOpen = false
      },
    })
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'no reason given'
    return fail('config_error', `the transcript \`${path}\` cannot be written: ${why}`)
  }
}
