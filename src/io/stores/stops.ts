import * as v from 'valibot'
import type { Result } from '../../core/fault.ts'
import type { SessionStop } from '../../core/switches/switches.ts'
import { type FileText, sessionFiles } from './session-files.ts'

/**
 * The sessions that a person stopped, in `state/stops`. INVARIANT: a file stops its session by its name
 * alone, so that torn or foreign contents never let a stopped session go on.
 */
export interface Stops {
  /** The stop that counts for a session: its own, or that of all sessions. */
  read(session: string): SessionStop | null
  list(): readonly SessionStop[]
  stop(stop: SessionStop): Result<null>
  /** Lifts one stop; null: all of them. */
  resume(session: string | null): Result<null>
}

export function openStops(directory: string): Stops {
  const files = sessionFiles(directory)
  return {
    read: session => stopIn(files.read(null), null) ?? stopIn(files.read(session), session),
    list: () => files.list().flatMap(text => stopIn(text, unknown) ?? []),
    stop: stop => files.write(stop.session, `${JSON.stringify({ version: 1, ...stop })}\n`),
    resume: session => (session === null ? files.removeAll() : files.remove(session)),
  }
}

const stopSchema = v.strictObject({
  version: v.literal(1),
  session: v.nullable(v.string()),
  at: v.number(),
  by: v.string(),
})

function stopIn(file: FileText, session: string | null): SessionStop | null {
  if (file.state === 'none') return null
  const parsed = file.state === 'read' ? v.safeParse(v.pipe(v.string(), v.parseJson(), stopSchema), file.text) : null
  if (parsed?.success !== true) return { session, at: 0, by: unknown }
  const { version: _, ...stop } = parsed.output
  return session === unknown ? stop : { ...stop, session }
}

/** Who or what a damaged file was about. */
const unknown = 'unknown'
