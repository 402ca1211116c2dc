import {
  callsIn,
  collectRecorded,
  missedCalls,
  type RecordedCalls,
  transcriptsSince,
} from '../../adapters/transcripts/missed-calls.ts'
import type { MadeCall } from '../../adapters/transcripts/transcript.ts'
import { redactJson } from '../../audit/redaction/redacted-json.ts'
import { visible } from '../../core/wording/visible.ts'
import { readRecords } from '../../io/journal/journal-read.ts'
import { defineCommand } from '../define-command.ts'
import { recordTime } from '../terminal/clock-time.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { auditOptions, journalDirectory, parseSince, sinceOption, tryRead } from './audit-options.ts'

export const auditCoverageCommand = defineCommand({
  help: `usage: sallyport audit coverage [--transcript FILE] [--since 7d] [--dir DIR] [--json]

Finds calls that ran without the gate: it compares the session transcripts of Claude Code, Codex,
Pi, Gemini CLI and Copilot CLI with the journal. Calls that are older than the journal, and calls
that the client refused itself, do not count. Gemini CLI and Copilot CLI do not pass call ids to
their hooks, so for these it compares the number of calls per session and lists the last ones.

  --transcript FILE   check one transcript instead of all in the clients' usual folders
  --since AGE         how far back: \`90m\`, \`24h\`, \`7d\` (the default)
  --dir DIR           a journal other than your own
  --json              print the result as JSON

exit codes: 0 the gate saw every call, 2 it did not, or nothing to compare, 64 usage
`,
  options: { ...auditOptions, transcript: { type: 'string' }, ...sinceOption },
  operands: { most: 0, otherwise: '`audit coverage` takes no operands; name a transcript with --transcript' },
  run(options) {
    const since = parseSince(options)
    if (!since.ok) return usageError(since.faults[0].message)
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const from = Date.now() - since.value.ms
    const named = options.text('transcript')
    const files = named === undefined ? transcriptsSince(from) : [named]
    const source = named ?? 'the transcripts'
    const journal = tryRead(directory.value, () => recordedCalls(directory.value))
    if (!journal.ok) return failed(journal.faults[0].message)
    const start = [new Date(from).toISOString(), journal.value.began].sort().at(-1) ?? ''
    const made = tryRead(source, () => callsIn(files, start))
    if (!made.ok) return failed(made.faults[0].message)
    if (made.value.length === 0) {
      const message = 'no calls to compare; name a transcript with --transcript'
      if (options.flag('json')) printJson({ since: start, transcripts: files.length, calls: 0, missed: [], message })
      return failed(message)
    }
    const missed = missedCalls(made.value, journal.value)
    if (options.flag('json'))
      printJson({ since: start, transcripts: files.length, calls: made.value.length, missed: missed.map(redactedCall) })
    else print(coverageText(made.value.length, missed))
    return missed.length === 0 ? exitCodes.allow : exitCodes.deny
  },
})

function recordedCalls(directory: string): RecordedCalls {
  const recorded = collectRecorded()
  for (const read of readRecords(directory)) if (read.ok) recorded.add(read.value.event)
  return recorded.total()
}

const redactedCall = ({ id, tool, input, at, session }: MadeCall) => ({
  id,
  tool,
  at,
  session,
  input: JSON.stringify(redactJson(input).value),
})

function coverageText(calls: number, missed: readonly MadeCall[]): string {
  const headline = `${calls - missed.length} of ${calls} calls reached the gate\n`
  if (missed.length === 0) return headline
  const rows = missed.map(redactedCall).map(({ id, tool, at, session, input }) => {
    return `  ${visible(`${recordTime(at)}  ${tool}  ${cutText(input, 80)}  (${id}, session ${session})`)}\n`
  })
  return `${headline}these did not; \`sallyport doctor\` may show why:\n${rows.join('')}`
}
