import { useEffect, useMemo, useState } from 'preact/hooks'
import type { SessionRow, TimelineRow } from '../../../../src/server/api.ts'
import { liveCalls } from '../../calls/live-calls.ts'
import { mayUndo } from '../../calls/trial-words.ts'
import { askUndo } from '../../calls/undo-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { VisibleText } from '../../components/code-block.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { toast } from '../../components/toast.tsx'
import { Link } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { isAllStopped, StopDialog, setStopped } from '../../shell/stop-all.tsx'
import { overview, waiting } from '../../state.ts'
import { useKeys } from '../../use-keys.ts'
import { CallPanel } from './call-panel.tsx'
import { type PanelPage, pageAfter, panelsAt, panelsInPage } from './panel-page.ts'

/** The calls of one session, each as a panel, newest first. */
export function SessionCalls({ session }: { readonly session: SessionRow }) {
  const calls = useMemo(() => liveCalls({ session: session.id }), [session.id])
  useEffect(() => () => calls.close(), [calls])
  const [page, setPage] = useState<PanelPage>({ first: 0 })
  const [isStopping, setStopping] = useState(false)
  const { rows, fresh, hasMore } = calls.list.value
  const shown = panelsAt(rows, page)
  const stops = overview.value?.stopped
  const isStopped = stops === undefined ? session.stopped : stops.includes(session.id)

  // A new question comes into view by itself, unless another one is in view: its buttons must not move away from the pointer.
  const asks = fresh.some(({ state }) => state === 'waiting')
  const isAnswering = shown.some(({ state }) => state === 'waiting')
  useEffect(() => {
    if (asks && !isAnswering && page.first === 0) calls.showFresh()
  }, [asks, isAnswering])
  const move = (way: 'newer' | 'older'): void => {
    setPage(pageAfter(page, way, rows.length))
    if (way === 'older' && page.first + 2 * panelsInPage > rows.length) calls.loadOlder()
    document.querySelector('.session-main')?.scrollTo({ top: 0 })
  }

  // The key undoes the call whose panel has the focus, else the newest that can be undone; the dialog names it.
  useKeys({
    u: () => {
      const focused = document.activeElement?.closest('[data-call]')?.getAttribute('data-call')
      const call = focused ?? shown.find(mayUndo)?.id
      if (call === undefined) toast('No call on this page can be undone.')
      else askUndo(call)
    },
  })

  return (
    <>
      <Link to="/session" class="back-link small">
        <Icon name="back" size={14} /> Sessions
      </Link>
      <header class={isStopped || isAllStopped() ? 'session-head stopped' : 'session-head'}>
        <div>
          <h2>
            <VisibleText text={session.cwd} />
          </h2>
          <p class="muted small">
            {session.client ?? 'unknown client'} · <span class="mono">{session.id}</span>
          </p>
        </div>
        {isAllStopped() ? null : isStopped ? (
          <Button kind="primary" onClick={() => void setStopped(session.id, 'resume')}>
            Resume session
          </Button>
        ) : (
          <Button kind="no" onClick={() => setStopping(true)}>
            <Icon name="stop" />
            Stop session
          </Button>
        )}
      </header>
      {isStopped ? (
        <p class="stopped-note" role="status">
          This session is stopped. Every call is denied until you resume it.
        </p>
      ) : null}
      <Stored session={session.id} shown={shown} />
      <div class="fresh-place">
        {fresh.length > 0 ? (
          <button
            type="button"
            class="link-button"
            onClick={() => {
              calls.showFresh()
              setPage({ first: 0 })
            }}
          >
            Show {fresh.length} new {fresh.length === 1 ? 'call' : 'calls'}
            {asks ? ', with a question' : ''}
          </button>
        ) : (
          <span class="muted small">Newest first</span>
        )}
      </div>
      {rows.length === 0 && calls.loading.value === null ? <EmptyState icon="session" title="No calls" /> : null}
      <ol class="panels">
        {shown.map(row => (
          <li key={row.id} data-call={row.id}>
            <CallPanel row={row} />
          </li>
        ))}
      </ol>
      <nav class="panel-pages" aria-label="Pages of calls">
        {page.first > 0 ? <Button onClick={() => move('newer')}>Newer calls</Button> : null}
        {page.first + shown.length < rows.length || hasMore ? (
          <Button disabled={calls.loading.value !== null} onClick={() => move('older')}>
            Older calls
          </Button>
        ) : null}
      </nav>
      {isStopping ? <StopDialog session={session.id} onClose={() => setStopping(false)} /> : null}
    </>
  )
}

interface StoredProps {
  readonly session: string
  readonly shown: readonly TimelineRow[]
}

/** Questions whose call has ended: an approval counts for the next identical call. They belong to no panel. */
function Stored({ session, shown }: StoredProps) {
  const inPanels = new Set(shown.map(({ approval }) => approval))
  const stored = waiting.value.filter(({ card }) => card.session === session && !card.live && !inPanels.has(card.id))
  const [first] = stored
  if (first === undefined) return null
  return (
    <p class="stored-note small">
      {stored.length === 1 ? 'One question' : `${stored.length} questions`} of this session can still be approved for
      the next identical call. <Link to={pathTo('inbox', first.card.id)}>Open in the inbox</Link>
    </p>
  )
}
