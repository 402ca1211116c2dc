import { describe, expect, test } from 'vitest'
import type { NumberedEvent } from '../../../src/audit/timeline.ts'
import type { TimelineRow } from '../../../src/server/api.ts'
import { emptyList, firstPage, withFreshShown, withOlder, withRecord } from './call-list.ts'

const asked = (sequence: number, call: string, tool = 'Bash'): NumberedEvent => ({
  sequence,
  event: {
    type: 'tool_call_requested',
    call,
    tool,
    session: 's',
    at: '2026-01-01T00:00:00Z',
    cwd: '/w',
    agents: [],
    request: { command: call },
  },
})
const judged = (sequence: number, call: string, decision: string): NumberedEvent => ({
  sequence,
  event: { type: 'tool_call_judged', call, decision, reasons: [], at: '2026-01-01T00:00:01Z' },
})
const rowOf = (record: NumberedEvent): TimelineRow => {
  const { list } = withRecord(emptyList({ words: [] }), record)
  const [row] = list.fresh
  if (row === undefined) throw new Error('no row')
  return row
}
const page = (last: number, ...records: readonly NumberedEvent[]) => ({ rows: records.map(rowOf), last, hasMore: true })
const ids = (rows: readonly TimelineRow[]): string => rows.map(({ id }) => id).join(' ')

describe('a list of calls', () => {
  const start = firstPage({ words: [] }, page(10, asked(9, 'b'), asked(5, 'a')))

  test('keeps new calls apart until the person wants to see them', () => {
    const { list } = withRecord(start, asked(11, 'c'))
    expect([ids(list.fresh), ids(list.rows)]).toEqual(['c', 'b a'])
    const shown = withFreshShown(list)
    expect([ids(shown.fresh), ids(shown.rows)]).toEqual(['', 'c b a'])
  })

  test('adds later records to a call, wherever it is shown', () => {
    const arrived = withRecord(start, asked(11, 'c')).list
    expect(withRecord(arrived, judged(12, 'c', 'deny')).list.fresh[0]?.state).toBe('denied')
    expect(withRecord(withFreshShown(arrived), judged(12, 'c', 'allow')).list.rows[0]?.state).toBe('allowed')
  })

  test('ignores a record that the page already contains', () => {
    expect(withRecord(start, asked(9, 'b'))).toEqual({ list: start, unknown: null })
  })

  test('names a shown call whose beginning it did not see, and no other', () => {
    expect(withRecord(start, judged(11, 'a', 'deny')).unknown).toBe('a')
    expect(withRecord(start, judged(11, 'z', 'deny')).unknown).toBeNull()
  })

  test('shows only calls that match the filter, and keeps a shown one that no longer does', () => {
    const only = firstPage({ tool: 'Bash', decision: 'waiting', words: [] }, page(10, asked(9, 'b')))
    expect(ids(withRecord(only, asked(11, 'c', 'Read')).list.fresh)).toBe('')
    const arrived = withRecord(only, asked(11, 'd')).list
    expect(ids(arrived.fresh)).toBe('d')
    expect(ids(withRecord(arrived, judged(12, 'd', 'deny')).list.fresh)).toBe('')
    expect(ids(withRecord(withFreshShown(arrived), judged(12, 'd', 'deny')).list.rows)).toBe('d b')
  })

  test('appends older calls once', () => {
    const more = withOlder(start, { ...page(12, asked(5, 'a'), asked(2, '0')), hasMore: false })
    expect([ids(more.rows), more.hasMore, more.last]).toEqual(['b a 0', false, 10])
  })
})
