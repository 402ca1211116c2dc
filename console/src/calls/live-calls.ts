import { type Signal, signal } from '@preact/signals'
import type { CallDetail, CallPage } from '../../../src/server/api.ts'
import { wordsOf } from '../../../src/server/calls/call-filter.ts'
import { get, type RequestError } from '../api.ts'
import { listen } from '../stream.ts'
import {
  type CallList,
  emptyList,
  firstPage,
  mostFresh,
  withFreshShown,
  withOlder,
  withRecord,
  withRow,
} from './call-list.ts'

export interface CallQuery {
  readonly session?: string
  readonly tool?: string
  readonly decision?: string
  readonly rule?: string
  readonly q?: string
}

/** A list of calls that follows the journal. */
export interface LiveCalls {
  readonly list: Signal<CallList>
  /** `first`: nothing is known yet. */
  readonly loading: Signal<'first' | 'older' | null>
  readonly error: Signal<RequestError | null>
  loadOlder(): void
  showFresh(): void
  close(): void
}

const pageSize = 100

export function liveCalls(query: CallQuery): LiveCalls {
  const { q = '', ...fields } = query
  const filter = { ...fields, words: wordsOf(q) }
  const list = signal<CallList>(emptyList(filter))
  const loading = signal<'first' | 'older' | null>('first')
  const error = signal<RequestError | null>(null)
  let isClosed = false

  async function loadFirst(): Promise<void> {
    const page = await get<CallPage>('/api/calls', { ...query, limit: pageSize })
    if (isClosed) return
    loading.value = null
    error.value = page.ok ? null : page
    if (page.ok) list.value = firstPage(filter, page.value)
  }

  async function loadOlder(): Promise<void> {
    const oldest = list.value.rows.at(-1)
    if (loading.value !== null || !list.value.hasMore || oldest === undefined) return
    loading.value = 'older'
    const page = await get<CallPage>('/api/calls', { ...query, before: oldest.sequence, limit: pageSize })
    if (isClosed) return
    loading.value = null
    error.value = page.ok ? null : page
    if (page.ok) list.value = withOlder(list.value, page.value)
  }

  /** Reads a call again whose earlier records were not on the stream. */
  async function readAgain(id: string): Promise<void> {
    const detail = await get<CallDetail>(`/api/calls/${encodeURIComponent(id)}`)
    if (!isClosed && detail.ok) list.value = withRow(list.value, detail.value.row)
  }

  const stops = [
    listen('record', record => {
      const after = withRecord(list.value, record)
      list.value = after.list
      if (after.unknown !== null) void readAgain(after.unknown)
    }),
    // Without a replay, records may have been written between the first page and the connection.
    listen('connected', ({ isReplayed }) => {
      if (!isReplayed) void loadFirst()
    }),
    listen('restarted', () => void loadFirst()),
  ]
  void loadFirst()

  return {
    list,
    loading,
    error,
    loadOlder: () => void loadOlder(),
    showFresh: () => {
      if (list.value.fresh.length > mostFresh) void loadFirst()
      else list.value = withFreshShown(list.value)
    },
    close: () => {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}
