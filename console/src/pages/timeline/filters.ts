import type { TimelineRow } from '../../../../src/server/api.ts'
import type { CallQuery } from '../../calls/live-calls.ts'
import type { FilterField } from '../../components/filter-bar.tsx'

const names = ['session', 'tool', 'decision', 'rule', 'q'] as const

/** The filters in a page's address. Anything else in it is ignored. */
export const queryOf = (query: Readonly<Record<string, string>>): CallQuery =>
  Object.fromEntries(names.flatMap(name => (query[name] ? [[name, query[name]]] : [])))

/** The filters, with the values that the shown calls have. */
export const filterFields = (rows: readonly TimelineRow[]): readonly FilterField[] => [
  { name: 'q', label: 'Search calls' },
  { name: 'decision', label: 'Decision', options: decisions },
  { name: 'tool', label: 'Tool', options: valuesOf(rows, row => row.tool) },
  { name: 'session', label: 'Session', options: valuesOf(rows, row => row.session) },
  { name: 'rule', label: 'Rule', options: valuesOf(rows, row => row.rule?.id ?? '') },
]

const decisions = ['allow', 'ask', 'deny', 'waiting', 'expired', 'failed'].map(value => ({ value, text: value }))

function valuesOf(rows: readonly TimelineRow[], pick: (row: TimelineRow) => string): FilterField['options'] & {} {
  const values = new Set(rows.map(pick).filter(value => value !== ''))
  return [...values].sort().map(value => ({ value, text: value }))
}
