import { countFencedRuns, type FencedRuns } from '../../audit/fenced-runs.ts'
import { timelineOf } from '../../audit/timeline.ts'
import type { TimelineRow } from '../../audit/timeline-row.ts'
import { ownString } from '../../core/json.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { tryRead } from '../audit/audit-options.ts'

/** The calls of the last 24 hours. */
export interface LastDay {
  readonly calls: number
  readonly asked: number
  readonly denied: number
  /** Whether there were more calls than were counted. */
  readonly isMore: boolean
  readonly fence: FencedRuns
}

/** Counts the calls of the last day, as far as the newest records tell. */
export function lastDay(journal: string, now: number): LastDay {
  const from = new Date(now - dayMs).toISOString()
  const read = tryRead(journal, () => lastRecords(journal, newestRecords))
  const all = read.ok ? read.value : []
  const records = all.filter(({ event }) => (ownString(event, 'at') ?? '') >= from)
  const runs = countFencedRuns()
  for (const { event } of records) runs.add(event)
  const rows = timelineOf(records)
  return {
    calls: rows.length,
    asked: rows.filter(isAsked).length,
    denied: rows.filter(({ decision }) => decision === 'deny').length,
    isMore: all.length === newestRecords && records.length === all.length,
    fence: runs.total(),
  }
}

/** Whether the call needed an answer, from a person, a grant or the client's own prompt. */
const isAsked = ({ decision, approval, answeredBy }: TimelineRow): boolean =>
  decision === 'ask' || approval !== null || answeredBy !== null

const dayMs = 86_400_000
const newestRecords = 10_000
