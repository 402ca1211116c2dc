import type { History } from '../../audit/history/history.ts'
import { ownString } from '../../core/json.ts'
import { runnerPath, shellWord } from '../../io/contain/fenced-form.ts'
import { filesSince, jsonLines } from '../../io/files/read-transcript.ts'
import { ownPaths } from '../../io/paths.ts'
import { originalCall } from './original-call.ts'
import type { MadeCall } from './transcript.ts'
import { transcripts } from './transcripts.ts'

/** The transcripts in the clients' usual folders that changed since then. */
export const transcriptsSince = (from: number): readonly string[] =>
  transcripts.flatMap(({ folder, isTranscript }) =>
    filesSince(folder(ownPaths().home, process.env), isTranscript, from),
  )

/** The calls that a journal has. */
export interface RecordedCalls {
  /** The clients' ids of all recorded calls, and the number of calls in each session. */
  readonly ids: ReadonlySet<string>
  readonly bySession: ReadonlyMap<string, number>
  /** The time of the first record. */
  readonly began: string
}

/**
 * Calls whose id is not in the journal. Without ids: the calls beyond the number that the journal has for the session, and those
 * with the runner of another fence.
 */
export function missedCalls(made: readonly MadeCall[], { ids, bySession }: RecordedCalls): readonly MadeCall[] {
  const left = new Map(bySession)
  return made.filter(({ id, isIdSentToHook, session, hasForeignRunner }) => {
    if (isIdSentToHook) return !ids.has(id)
    if (hasForeignRunner === true) return true
    const count = left.get(session) ?? 0
    left.set(session, count - 1)
    return count <= 0
  })
}

/** Collects the calls of a journal, event by event. */
export function collectRecorded(): History<RecordedCalls> {
  const ids = new Set<string>()
  const bySession = new Map<string, number>()
  let began = ''
  return {
    add: event => {
      if (began === '') began = ownString(event, 'at') ?? ''
      const id = ownString(event, 'clientCall')
      if (id !== undefined) ids.add(id)
      const session = ownString(event, 'session')
      if (session !== undefined && ownString(event, 'type') === 'tool_call_requested')
        bySession.set(session, (bySession.get(session) ?? 0) + 1)
    },
    total: () => ({ ids, bySession, began }),
  }
}

/** Each call once, as the agent made it: the transcript of a continued session repeats earlier calls. */
export function callsIn(
  files: readonly string[],
  start: string,
  runner: string = shellWord(runnerPath(ownPaths().tickets)),
): readonly MadeCall[] {
  const made = new Map<string, MadeCall>()
  const refusals = new Set<string>()
  for (const file of files) {
    const readers = transcripts.map(({ open }) => open())
    for (const line of jsonLines(file)) {
      for (const entry of readers.flatMap(read => read(line))) {
        if (entry.kind === 'refused') refusals.add(entry.id)
        else if (entry.at >= start) made.set(entry.id, originalCall(entry, runner))
      }
    }
  }
  return [...made.values()].filter(({ id }) => !refusals.has(id)).sort((a, b) => (a.at < b.at ? -1 : 1))
}
