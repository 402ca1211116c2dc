import * as v from 'valibot'
import type { Result } from '../../core/fault.ts'
import { runModes } from '../../core/switches/run-mode.ts'
import { noMode, type SetMode } from '../../core/switches/switches.ts'
import { type FileText, sessionFiles } from './session-files.ts'

/** The modes that a person chose, in `state/modes`. A file that cannot be trusted counts as `careful`: it asks more, never less. */
export interface Modes {
  /** The mode of a session: its own, else that of all sessions, else `default`. */
  read(session: string): SetMode
  /** The mode of sessions without one of their own. */
  readAll(): SetMode
  list(): readonly SetMode[]
  set(mode: SetMode): Result<null>
}

export function openModes(directory: string): Modes {
  const files = sessionFiles(directory)
  const readAll = () => modeIn(files.read(null)) ?? noMode
  return {
    read: session => modeIn(files.read(session)) ?? readAll(),
    readAll,
    list: () => files.list().flatMap(text => modeIn(text) ?? []),
    set: mode =>
      mode.session === null && mode.mode === 'default'
        ? files.remove(null)
        : files.write(mode.session, `${JSON.stringify({ version: 1, ...mode })}\n`),
  }
}

const modeSchema = v.strictObject({
  version: v.literal(1),
  session: v.nullable(v.string()),
  mode: v.picklist(runModes),
  at: v.number(),
  by: v.string(),
})

function modeIn(file: FileText): SetMode | null {
  if (file.state === 'none') return null
  const parsed = file.state === 'read' ? v.safeParse(v.pipe(v.string(), v.parseJson(), modeSchema), file.text) : null
  if (parsed?.success !== true) return { session: null, mode: 'careful', at: 0, by: 'a damaged file' }
  const { version: _, ...mode } = parsed.output
  return mode
}
