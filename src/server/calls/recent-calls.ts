import { textIn } from '../../audit/recorded-fields.ts'
import { type CallFold, callOf, foldCall, type NumberedEvent } from '../../audit/timeline.ts'
import type { TimelineRow } from '../../audit/timeline-row.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import type { SessionRow } from '../api.ts'
import { addTallies, type CallTally, countRecord, noCalls } from './tally.ts'

/** The newest calls and sessions in memory, fed record by record. Older ones stay in the journal. */
export interface RecentCalls {
  add(record: NumberedEvent): void
  clear(): void
  /** Newest first. */
  rows(): Iterable<TimelineRow>
  /** Where the records of a call begin and end; null if the call is not among the newest. */
  span(id: string): { readonly first: number; readonly last: number } | null
  /** The number of the oldest row; null if there is none. */
  oldest(): number | null
  /** The `approval_requested` records that no outcome has followed. */
  asked(): Iterable<JsonObject>
  /** Those with the newest calls first. `stopped` is for the caller to fill in. */
  sessions(): readonly Omit<SessionRow, 'stopped'>[]
  /** The calls since a time. Hours are counted whole. */
  since(time: number): CallTally
}

interface Entry {
  readonly fold: CallFold
  readonly last: number
}

interface SessionEntry extends CallTally {
  readonly client: string | null
  readonly cwd: string
  readonly firstAt: string
  readonly lastAt: string
}

export function recentCalls(maxRows = 10_000, maxSessions = 1_000): RecentCalls {
  /** In the order of their first records. */
  const entries = new Map<string, Entry>()
  /** In the order of their last records. */
  const sessions = new Map<string, SessionEntry>()
  const hours = new Map<number, CallTally>()
  const asked = new Map<string, JsonObject>()

  function addToCall({ sequence, event }: NumberedEvent): void {
    const id = callOf(event)
    if (id === null) return
    const fold = foldCall(entries.get(id)?.fold ?? null, { sequence, event })
    if (fold === null) return
    entries.set(id, { fold, last: sequence })
    dropOldest(entries, maxRows)
  }

  function addToAsked({ event }: NumberedEvent): void {
    const id = callOf(event)
    if (id === null) return
    asked.delete(id)
    if (textIn(event, 'type') === 'approval_requested') asked.set(id, event)
    dropOldest(asked, maxRows)
  }

  function addToSession({ event }: NumberedEvent): void {
    const id = ownString(event, 'session')
    const before = id === undefined ? undefined : sessions.get(id)
    const isRequest = textIn(event, 'type') === 'tool_call_requested'
    if (id === undefined || (before === undefined && !isRequest)) return
    const at = textIn(event, 'at')
    const entry: SessionEntry = {
      ...countRecord(before ?? noCalls, event),
      client: isRequest ? (ownString(event, 'client') ?? null) : (before?.client ?? null),
      cwd: isRequest ? textIn(event, 'cwd') : (before?.cwd ?? ''),
      firstAt: before?.firstAt ?? at,
      lastAt: at,
    }
    sessions.delete(id)
    sessions.set(id, entry)
    dropOldest(sessions, maxSessions)
  }

  function addToHour({ event }: NumberedEvent): void {
    const hour = Math.floor(Date.parse(textIn(event, 'at')) / hourMs)
    if (Number.isNaN(hour)) return
    hours.set(hour, countRecord(hours.get(hour) ?? noCalls, event))
    dropOldest(hours, maxHours)
  }

  return {
    add: record => {
      addToCall(record)
      addToAsked(record)
      addToSession(record)
      addToHour(record)
    },
    clear: () => {
      entries.clear()
      asked.clear()
      sessions.clear()
      hours.clear()
    },
    rows: function* () {
      for (const { fold } of [...entries.values()].reverse()) yield fold.row
    },
    span: id => {
      const entry = entries.get(id)
      return entry === undefined ? null : { first: entry.fold.row.sequence, last: entry.last }
    },
    asked: () => asked.values(),
    oldest: () => entries.values().next().value?.fold.row.sequence ?? null,
    sessions: () => {
      const waiting = new Map<string, number>()
      for (const { fold } of entries.values())
        if (fold.row.state === 'waiting') waiting.set(fold.row.session, (waiting.get(fold.row.session) ?? 0) + 1)
      return [...sessions].map(([id, session]) => ({ id, ...session, waiting: waiting.get(id) ?? 0 })).reverse()
    },
    since: time =>
      [...hours].reduce((sum, [hour, tally]) => ((hour + 1) * hourMs > time ? addTallies(sum, tally) : sum), noCalls),
  }
}

const hourMs = 3_600_000
const maxHours = 24 * 8

function dropOldest<K>(map: Map<K, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
