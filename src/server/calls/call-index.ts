import { callDetail, callOf, type NumberedEvent, timelineOf } from '../../audit/timeline.ts'
import type { TimelineRow } from '../../audit/timeline-row.ts'
import { followJournal } from '../../io/journal/follow-journal.ts'
import { openCursor } from '../../io/journal/journal-cursor.ts'
import type { JournalWatch } from '../../io/journal/watch-journal.ts'
import type { CallDetail, CallPage } from '../api.ts'
import { type CallFilter, callMatches } from './call-filter.ts'
import { type RecentCalls, recentCalls } from './recent-calls.ts'

/** The calls of the journal: the newest from memory, older ones read from disk when somebody asks for them. */
export interface CallIndex {
  /** A page of calls, newest first, before a record number. */
  page(query: PageQuery): Promise<CallPage>
  /** One call with all its records; null if there is none. */
  detail(id: string): Promise<CallDetail | null>
  readonly recent: Pick<RecentCalls, 'sessions' | 'since' | 'asked'>
  close(): void
}

export interface PageQuery {
  readonly filter: CallFilter
  readonly before: number | null
  readonly limit: number
}

/** Builds the index from the newest records and follows the journal from there. */
export function openCallIndex(directory: string, watch: JournalWatch): CallIndex {
  const recent = recentCalls()
  const follower = followJournal({
    directory,
    watch,
    after: Math.max(0, (watch.head()?.sequence ?? 0) - readAtStart),
    give: records => {
      for (const record of records) recent.add(record)
    },
    restart: recent.clear,
  })

  async function page({ filter, before, limit }: PageQuery): Promise<CallPage> {
    follower.catchUp()
    const last = follower.sequence
    const end = before ?? Number.POSITIVE_INFINITY
    const rows: TimelineRow[] = []
    for (const row of recent.rows()) {
      if (row.sequence >= end || !callMatches(row, filter)) continue
      if (rows.length === limit) return { rows, last, hasMore: true }
      rows.push(row)
    }
    return { last, ...(await older(rows, Math.min(end, recent.oldest() ?? last + 1))) }

    /** Goes back through the journal in windows until the page is full. */
    async function older(found: TimelineRow[], from: number): Promise<Pick<CallPage, 'rows' | 'hasMore'>> {
      let top = from
      while (top > 1) {
        const bottom = Math.max(1, top - windowRecords)
        const records = await recordsBetween(directory, bottom, Math.min(last, top + windowTail))
        for (const row of [...timelineOf(records)].reverse()) {
          if (row.sequence >= top || !callMatches(row, filter)) continue
          if (found.length === limit) return { rows: found, hasMore: true }
          found.push(row)
        }
        top = bottom
      }
      return { rows: found, hasMore: false }
    }
  }

  async function detail(id: string): Promise<CallDetail | null> {
    follower.catchUp()
    const span = recent.span(id) ?? { first: 1, last: follower.sequence }
    return callDetail(await recordsBetween(directory, span.first, span.last, event => callOf(event) === id))
  }

  return { page, detail, recent, close: follower.close }
}

const readAtStart = 40_000
const windowRecords = 20_000
/** Records after a window in which its last calls usually end. */
const windowTail = 2_000

/** The records from one number to another. Other requests run between the pieces. */
async function recordsBetween(
  directory: string,
  first: number,
  last: number,
  isWanted: (event: NumberedEvent['event']) => boolean = () => true,
): Promise<readonly NumberedEvent[]> {
  const found: NumberedEvent[] = []
  const cursor = openCursor(directory, first - 1)
  try {
    for (let batch = cursor.next(last); batch.length > 0; batch = cursor.next(last)) {
      found.push(...batch.filter(({ event }) => isWanted(event)))
      await new Promise(resolve => setImmediate(resolve))
    }
    return found
  } finally {
    cursor.close()
  }
}
