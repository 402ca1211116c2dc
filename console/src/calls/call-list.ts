import { type CallFold, callOf, foldCall, type NumberedEvent } from '../../../src/audit/timeline.ts'
import type { CallPage, TimelineRow } from '../../../src/server/api.ts'
import { type CallFilter, callMatches } from '../../../src/server/calls/call-filter.ts'

/** The calls of a list, newest first. */
export interface CallList {
  readonly filter: CallFilter
  readonly rows: readonly TimelineRow[]
  /** New calls that are not shown yet, newest first: they would move the rows that the person reads. */
  readonly fresh: readonly TimelineRow[]
  /** The calls whose every record was seen, so that the next record can be added to them. */
  readonly folds: ReadonlyMap<string, CallFold>
  /** The number of the last record that is part of the rows. */
  readonly last: number
  readonly hasMore: boolean
}

export const emptyList = (filter: CallFilter): CallList => ({
  filter,
  rows: [],
  fresh: [],
  folds: new Map(),
  last: 0,
  hasMore: false,
})

/** The most rows that are kept. Beyond that the oldest are dropped and can be loaded again. */
export const mostRows = 20_000
/** Beyond this number of new calls the list is read anew when the person wants to see them. */
export const mostFresh = 1_000

export const firstPage = (filter: CallFilter, page: CallPage): CallList => ({
  ...emptyList(filter),
  rows: page.rows,
  last: page.last,
  hasMore: page.hasMore,
})

/** The list with a page of older calls. */
export function withOlder(list: CallList, page: CallPage): CallList {
  const known = new Set(list.rows.map(({ id }) => id))
  return { ...list, rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))], hasMore: page.hasMore }
}

export interface AfterRecord {
  readonly list: CallList
  /** A shown call that changed, but whose earlier records are not here: it must be read again. */
  readonly unknown: string | null
}

/** The list after a record of the stream. A record that the rows already contain changes nothing. */
export function withRecord(list: CallList, record: NumberedEvent): AfterRecord {
  const id = callOf(record.event)
  if (id === null || record.sequence <= list.last) return { list, unknown: null }
  const fold = foldCall(list.folds.get(id) ?? null, record)
  const next = { ...list, last: record.sequence }
  if (fold === null) return { list: next, unknown: isListed(list, id) ? id : null }
  const folds = new Map(list.folds).set(id, fold)
  return { list: withRow({ ...next, folds: newest(folds) }, fold.row), unknown: null }
}

/** The list with a row that changed or is new. */
export function withRow(list: CallList, row: TimelineRow): CallList {
  const isWanted = callMatches(row, list.filter)
  if (list.rows.some(({ id }) => id === row.id)) return { ...list, rows: replaced(list.rows, row) }
  if (list.fresh.some(({ id }) => id === row.id))
    return { ...list, fresh: isWanted ? replaced(list.fresh, row) : list.fresh.filter(({ id }) => id !== row.id) }
  return isWanted ? { ...list, fresh: [row, ...list.fresh] } : list
}

/** The list with its new calls on top. */
export function withFreshShown(list: CallList): CallList {
  const rows = [...list.fresh, ...list.rows]
  return {
    ...list,
    rows: rows.slice(0, mostRows),
    fresh: [],
    hasMore: list.hasMore || rows.length > mostRows,
  }
}

const isListed = ({ rows, fresh }: CallList, id: string): boolean => [...fresh, ...rows].some(row => row.id === id)

/** A shown row stays, also when it no longer matches the filter: it would vanish while the person reads it. */
const replaced = (rows: readonly TimelineRow[], row: TimelineRow): readonly TimelineRow[] =>
  rows.map(old => (old.id === row.id ? row : old))

/** A call has few records; those of a long past call are not kept. */
function newest(folds: Map<string, CallFold>): ReadonlyMap<string, CallFold> {
  for (const id of folds.keys()) {
    if (folds.size <= 2_000) break
    folds.delete(id)
  }
  return folds
}
