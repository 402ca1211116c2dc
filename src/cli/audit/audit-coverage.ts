import type { MadeCall } from '../../adapters/transcripts/transcript.ts'
import { transcripts } from '../../adapters/transcripts/transcripts.ts'
import { redactJson } from '../../audit/redaction/redacted-json.ts'
import { ownString } from '../../core/json.ts'
import { filesSince, jsonLines } from '../../io/files/read-transcript.ts'
import { readRecords } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { defineCommand } from '../define-command.ts'
import { recordTime } from '../terminal/clock-time.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, printJson, usageError } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'
import { cutText } from '../terminal/wrap-text.ts'
import { auditOptions, journalDirectory, parseSince, sinceOption, tryRead } from './audit-options.ts'

export const auditCoverageCommand = defineCommand({
  help: `usage: sallyport audit coverage [--transcript FILE] [--since 7d] [--dir DIR] [--json]

Compares what Claude Code, Codex, Pi, Gemini CLI and Copilot CLI wrote down about their sessions with
the journal, and names the calls that no hook was asked about. Calls from before the journal began are
left out, and so are those that the client itself refused to begin. The last two do not tell their
hooks the ids of calls: there what ran is counted by session, and the last ones are named.

  --transcript FILE   one transcript; without it all that lie where the clients keep them
  --since AGE         how far back: \`90m\`, \`24h\`, \`7d\` (the default)

exit codes: 0 every call came to the gate, 2 some did not, or there is nothing to compare, 64 usage
`,
  options: { ...auditOptions, transcript: { type: 'string' }, ...sinceOption },
  operands: { most: 0, otherwise: '`audit coverage` takes no operands; see --transcript' },
  run(options) {
    const since = parseSince(options)
    if (!since.ok) return usageError(since.faults[0].message)
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const from = Date.now() - since.value.ms
    const named = options.text('transcript')
    const files = named === undefined ? transcriptsSince(from) : [named]
    const where = named ?? 'the transcripts'
    const journal = tryRead(directory.value, () => recordedCalls(directory.value))
    if (!journal.ok) return failed(journal.faults[0].message)
    const start = [new Date(from).toISOString(), journal.value.began].sort().at(-1) ?? ''
    const made = tryRead(where, () => callsIn(files, start))
    if (!made.ok) return failed(made.faults[0].message)
    if (made.value.length === 0) {
      const message = 'there are no calls to compare; name a transcript with --transcript'
      if (options.flag('json')) printJson({ since: start, transcripts: files.length, calls: 0, missed: [], message })
      return failed(message)
    }
    const missed = missedCalls(made.value, journal.value)
    if (options.flag('json'))
      printJson({ since: start, transcripts: files.length, calls: made.value.length, missed: missed.map(shownCall) })
    else print(coverageText(made.value.length, missed))
    return missed.length === 0 ? exitCodes.allow : exitCodes.deny
  },
})

const transcriptsSince = (from: number): readonly string[] =>
  transcripts.flatMap(({ folder, isTranscript }) =>
    filesSince(folder(ownPaths().home, process.env), isTranscript, from),
  )

interface Recorded {
  /** The clients' ids of all calls that were asked about, and how many there were in each session. */
  readonly ids: ReadonlySet<string>
  readonly bySession: ReadonlyMap<string, number>
  /** When the journal began. */
  readonly began: string
}

/** Those with an id that the journal lacks; of those without, as many as there are too many in their session. */
function missedCalls(made: readonly MadeCall[], { ids, bySession }: Recorded): readonly MadeCall[] {
  const left = new Map(bySession)
  return made.filter(({ id, isTold, session }) => {
    if (isTold) return !ids.has(id)
    const count = left.get(session) ?? 0
    left.set(session, count - 1)
    return count <= 0
  })
}

function recordedCalls(directory: string): Recorded {
  const ids = new Set<string>()
  const bySession = new Map<string, number>()
  let began = ''
  for (const read of readRecords(directory)) {
    if (!read.ok) continue
    if (began === '') began = ownString(read.value.event, 'at') ?? ''
    const id = ownString(read.value.event, 'clientCall')
    if (id !== undefined) ids.add(id)
    const session = ownString(read.value.event, 'session')
    if (session !== undefined && ownString(read.value.event, 'type') === 'tool_call_requested')
      bySession.set(session, (bySession.get(session) ?? 0) + 1)
  }
  return { ids, bySession, began }
}

/** Each call once: a session that is gone on with repeats what came before. */
function callsIn(files: readonly string[], start: string): readonly MadeCall[] {
  const made = new Map<string, MadeCall>()
  const refusals = new Set<string>()
  for (const file of files) {
    const readers = transcripts.map(({ open }) => open())
    for (const line of jsonLines(file)) {
      for (const entry of readers.flatMap(read => read(line))) {
        if (entry.kind === 'refused') refusals.add(entry.id)
        else if (entry.at >= start) made.set(entry.id, entry)
      }
    }
  }
  return [...made.values()].filter(({ id }) => !refusals.has(id)).sort((a, b) => (a.at < b.at ? -1 : 1))
}

const shownCall = ({ id, tool, input, at, session }: MadeCall) => ({
  id,
  tool,
  at,
  session,
  input: JSON.stringify(redactJson(input).value),
})

function coverageText(calls: number, missed: readonly MadeCall[]): string {
  const passed = `${calls - missed.length} of ${calls} calls came to the gate\n`
  if (missed.length === 0) return passed
  const rows = missed.map(shownCall).map(({ id, tool, at, session, input }) => {
    return `  ${visible(`${recordTime(at)}  ${tool}  ${cutText(input, 80)}  (${id}, session ${session})`)}\n`
  })
  return `${passed}these did not; \`sallyport doctor\` may say why:\n${rows.join('')}`
}
