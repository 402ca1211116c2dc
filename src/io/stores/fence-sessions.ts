import * as v from 'valibot'
import type { Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { OwnPaths } from '../paths.ts'
import { type FileText, sessionFiles } from './session-files.ts'

/** A session in which a contained call ran without its fence. */
export interface LostFence {
  readonly session: string
  readonly client: string
  readonly at: number
  readonly why: string
}

/**
 * Sallyport's knowledge about the fence in each session, in `state/fence-lost` and `state/fence-told`. INVARIANT: a file in
 * `fence-lost` counts whatever it contains, so that a torn or foreign file never brings the fence back.
 */
export interface FenceSessions {
  /** Why nothing is contained in this session any more; null if it may be. */
  lost(session: string): LostFence | null
  /** The sessions that lost it in the last day; damaged records too. */
  recent(now: number): readonly LostFence[]
  lose(fence: LostFence): Result<null>
  /** True the first time that it is called for a reader: a session, or one of its sub-agents. */
  tellsFirst(reader: string): boolean
}

export function openFenceSessions({ fenceLost, fenceTold }: Pick<OwnPaths, 'fenceLost' | 'fenceTold'>): FenceSessions {
  const losses = sessionFiles(fenceLost)
  const readers = sessionFiles(fenceTold)
  return {
    lost: session => lostIn(losses.read(session), session),
    recent: now =>
      losses
        .list()
        .flatMap(text => lostIn(text, unknown) ?? [])
        .filter(({ at }) => at === 0 || now - at < dayMs),
    lose: fence => {
      losses.keepLast(limits.fenceSessions)
      return losses.write(fence.session, `${JSON.stringify({ version: 1, ...fence })}\n`)
    },
    tellsFirst: reader => {
      if (readers.read(reader).state !== 'none') return false
      readers.keepLast(limits.fenceSessions)
      // If it cannot be written down, saying it twice does no harm.
      readers.write(reader, '{}\n')
      return true
    },
  }
}

const lostSchema = v.strictObject({
  version: v.literal(1),
  session: v.string(),
  client: v.string(),
  at: v.number(),
  why: v.string(),
})

function lostIn(file: FileText, session: string): LostFence | null {
  if (file.state === 'none') return null
  const parsed = file.state === 'read' ? v.safeParse(v.pipe(v.string(), v.parseJson(), lostSchema), file.text) : null
  if (parsed?.success !== true) return { session, client: unknown, at: 0, why: 'its record cannot be read' }
  const { version: _, ...lost } = parsed.output
  return lost
}

const dayMs = 24 * 3_600_000

/** The subject of a damaged file. */
const unknown = 'unknown'
