import './timeline.css'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { queryText } from '../../api.ts'
import { CallExplanation } from '../../calls/call-explanation.tsx'
import { type LiveCalls, liveCalls } from '../../calls/live-calls.ts'
import { askUndo } from '../../calls/undo-dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Icon } from '../../components/icons.tsx'
import { navigate, route } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { useKeys } from '../../use-keys.ts'
import { CallRows } from './call-rows.tsx'
import { filterFields, queryOf } from './filters.ts'

export default function TimelinePage() {
  const { query, id } = route.value
  const wanted = JSON.stringify(queryOf(query))
  const calls = useMemo(() => liveCalls(JSON.parse(wanted)), [wanted])
  useEffect(() => () => calls.close(), [calls])
  const text = useRef<HTMLInputElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(query['q'] ?? '')

  const open = (call: string | null): void => navigate(pathTo('timeline', call) + queryText(query), 'replace')
  const change = (name: string, value: string): void => {
    const go = (): void => navigate(pathTo('timeline') + queryText({ ...route.value.query, [name]: value }), 'replace')
    if (name !== 'q') return go()
    setTyped(value)
    clearTimeout(typing.current)
    typing.current = setTimeout(go, 200)
  }

  useKeys({
    '/': () => text.current?.focus(),
    j: () => open(neighbour(calls, id, 1)),
    k: () => open(neighbour(calls, id, -1)),
    u: () => id !== null && askUndo(id),
    Escape: () => open(null),
  })

  const { rows, fresh } = calls.list.value
  const error = calls.error.value
  return (
    <div class={id === null ? 'timeline' : 'timeline has-call'}>
      <div class="timeline-list">
        <div class="timeline-tools">
          <FilterBar fields={filterFields(rows)} values={{ ...query, q: typed }} onChange={change} textRef={text} />
        </div>
        {error !== null ? (
          <EmptyState icon="warning" title="The timeline cannot be read">
            {error.error}
          </EmptyState>
        ) : calls.loading.value !== 'first' && rows.length + fresh.length === 0 ? (
          <EmptyState icon="timeline" title="No calls">
            {wanted === '{}' ? 'Calls appear here as soon as an agent makes one.' : 'No call matches the filters.'}
          </EmptyState>
        ) : (
          <CallRows calls={calls} opened={id} onOpen={open} />
        )}
      </div>
      {id === null ? null : (
        <aside class="timeline-call" aria-label="Call">
          <div class="call-head">
            <h2>Call</h2>
            <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" onClick={() => open(null)}>
              <Icon name="cross" />
            </button>
          </div>
          <CallExplanation id={id} hasKey />
        </aside>
      )}
    </div>
  )
}

function neighbour({ list }: LiveCalls, id: string | null, by: 1 | -1): string | null {
  const { rows } = list.value
  const place = rows.findIndex(row => row.id === id)
  return rows[place < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, place + by))]?.id ?? null
}
