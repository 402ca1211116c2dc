import { ownString } from '../../core/json.ts'
import { lastRecords } from './journal-read.ts'

/** A session that made calls lately. */
export interface LatestSession {
  readonly id: string
  /** The program that sent its calls; null if the journal does not say. */
  readonly client: string | null
  readonly cwd: string
  /** The time of its last call, ISO 8601. */
  readonly lastAt: string
  readonly calls: number
}

/** The sessions of the newest records, newest first. A journal that cannot be read has none. */
export function latestSessions(journal: string): readonly LatestSession[] {
  const sessions = new Map<string, LatestSession>()
  for (const { event } of newest(journal)) {
    const id = ownString(event, 'session')
    if (id === undefined || ownString(event, 'type') !== 'tool_call_requested') continue
    const before = sessions.get(id)
    sessions.delete(id)
    sessions.set(id, {
      id,
      client: ownString(event, 'client') ?? before?.client ?? null,
      cwd: ownString(event, 'cwd') ?? before?.cwd ?? '',
      lastAt: ownString(event, 'at') ?? '',
      calls: (before?.calls ?? 0) + 1,
    })
  }
  return [...sessions.values()].reverse()
}

function newest(journal: string) {
  try {
    return lastRecords(journal, newestRecords)
  } catch {
    return []
  }
}

const newestRecords = 5_000
