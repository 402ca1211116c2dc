import { resolve } from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { fileFacts } from '../../io/files/file-facts.ts'
import { ownPaths } from '../../io/paths.ts'
import { parseAge } from '../terminal/age.ts'
import type { OptionSpec, ParsedOptions } from '../terminal/options.ts'

/** The options of every `audit` command. */
export const auditOptions = {
  dir: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies OptionSpec

/** The option of the commands that look back over a period. */
export const sinceOption = { since: { type: 'string' } } as const satisfies OptionSpec

/** How far back `--since` reaches, as it was written and in milliseconds. */
export function parseSince(options: ParsedOptions): Result<{ readonly text: string; readonly ms: number }> {
  const text = options.text('since') ?? '7d'
  const ms = parseAge(text)
  return ms === null
    ? fail('validation', `--since must be an age such as \`24h\` or \`7d\`, not \`${text}\``)
    : ok({ text, ms })
}

/** The journal's directory. A missing journal is a fault, so that it is never taken for one without problems. */
export function journalDirectory(options: ParsedOptions): Result<string> {
  const directory = resolve(options.text('dir') ?? ownPaths().journal)
  return fileFacts.kind(directory) === 'directory' ? ok(directory) : fail('not_found', noJournal(directory))
}

export const noJournal = (directory: string): string =>
  `no journal in \`${directory}\`; the first recorded call creates it`

/** Runs a function that reads files, and turns an exception into a fault. */
export function tryRead<T>(directory: string, read: () => T): Result<T> {
  try {
    return ok(read())
  } catch (error) {
    const code = error instanceof Error ? error.message : 'unknown'
    return fail('audit_unavailable', `\`${directory}\` cannot be read: ${code}`)
  }
}
