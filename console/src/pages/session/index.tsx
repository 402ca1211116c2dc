import './session.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SessionRow } from '../../../../src/server/api.ts'
import { get, type RequestError } from '../../api.ts'
import { shortPath } from '../../card/agent-path.ts'
import { Badge } from '../../components/badge.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Link, route } from '../../router.tsx'
import { pathTo } from '../../routes.ts'
import { inbox, now, overview } from '../../state.ts'
import { listen } from '../../stream.ts'
import { ageText } from '../../time-text.ts'
import { SessionCalls } from './session-calls.tsx'
import { inStableOrder } from './stable-order.ts'

export default function SessionPage() {
  const [sessions, setSessions] = useState<readonly SessionRow[] | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  const { id } = route.value
  const first = useRef<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isClosed = false
    const read = async (): Promise<void> => {
      const answer = await get<{ readonly sessions: readonly SessionRow[] }>('/api/sessions')
      if (isClosed) return
      setError(answer.ok ? null : answer)
      if (answer.ok) setSessions(before => inStableOrder(before ?? [], answer.value.sessions))
    }
    void read()
    // A busy session writes many records a second; the list need not follow each of them.
    const readSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void read()
      }, 1000)
    }
    const stops = [listen('record', readSoon), listen('overview', readSoon), listen('connected', readSoon)]
    return () => {
      isClosed = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])

  if (error !== null && sessions === null)
    return (
      <EmptyState icon="warning" title="The sessions cannot be read">
        {error.error}
      </EmptyState>
    )
  if (sessions === null) return null
  if (sessions.length === 0)
    return (
      <EmptyState icon="session" title="No sessions yet">
        A session appears here with its first call.
      </EmptyState>
    )
  // The newest session when the page was opened; a newer one does not take its place.
  first.current ??= sessions[0]?.id ?? null
  const chosen = sessions.find(one => one.id === (id ?? first.current))
  return (
    <div class={id === null ? 'sessions two-columns' : 'sessions two-columns has-session'}>
      <ul class="session-list" aria-label="Sessions">
        {sessions.map(session => (
          <li key={session.id}>
            <SessionLink session={session} isChosen={session === chosen} />
          </li>
        ))}
      </ul>
      <div class="session-main">
        {chosen === undefined ? (
          <EmptyState icon="session" title="No such session" />
        ) : (
          <SessionCalls key={chosen.id} session={chosen} />
        )}
      </div>
    </div>
  )
}

function SessionLink({ session, isChosen }: { readonly session: SessionRow; readonly isChosen: boolean }) {
  const waiting = inbox.value.entries.filter(
    ({ card, state }) => card.session === session.id && state !== 'over',
  ).length
  const isStopped = session.stopped || (overview.value?.stopped.includes(session.id) ?? false)
  return (
    <Link
      to={pathTo('session', session.id)}
      class="session-link"
      {...(isChosen ? { 'aria-current': 'true' as const } : {})}
    >
      <span class="session-name">
        <strong>{shortPath(session.cwd)}</strong>
        {isStopped ? <Badge tone="no">stopped</Badge> : null}
        {waiting > 0 ? <Badge tone="ask">{waiting} waiting</Badge> : null}
      </span>
      <span class="small muted">
        {session.client ?? 'unknown client'} · <span class="mono">{session.id.slice(0, 16)}</span>
      </span>
      <span class="tiny muted numbers">
        {session.calls.toLocaleString('en')} calls, {session.asked} asked, {session.denied} denied ·{' '}
        {ageText(session.lastAt, now.value)}
      </span>
    </Link>
  )
}
