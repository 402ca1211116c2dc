import { computed, signal } from '@preact/signals'
import type { Card, Overview } from '../../src/server/api.ts'
import { get } from './api.ts'
import { toast } from './components/toast.tsx'
import {
  emptyInbox,
  entryOf,
  type Inbox,
  type InboxEvent,
  inboxAfter,
  waitingEntries,
} from './pages/inbox/inbox-state.ts'
import { withoutTicks } from './prose-parts.ts'
import { listen } from './stream.ts'

/** The machine's state; null until the first answer. */
export const overview = signal<Overview | null>(null)

/** The inbox lives outside its page, because the header, the title and the session page show it too. */
export const inbox = signal<Inbox>(emptyInbox)

export const changeInbox = (event: InboxEvent): void => {
  inbox.value = inboxAfter(inbox.value, event)
}

export const waiting = computed(() => waitingEntries(inbox.value))

/** The time, once a second: for countdowns and ages. */
export const now = signal(Date.now())

/** Reads the state and follows the stream. */
export function startState(): void {
  setInterval(() => {
    now.value = Date.now()
  }, 1000)
  listen('overview', next => {
    overview.value = next
  })
  listen('approval_required', ({ card, replaces }) =>
    changeInbox({ type: 'arrived', card, at: Date.now(), ...(replaces === undefined ? {} : { replaces }) }),
  )
  listen('approval_changed', ({ approval_id: id, until, expiresSoon }) => {
    changeInbox({ type: 'extended', id, until })
    const entry = entryOf(inbox.value, id)
    if (expiresSoon && entry !== null) toast(`Expires soon: ${withoutTicks(entry.card.sentence)}`)
  })
  listen('approval_over', ({ approval_id: id, outcome, by }) =>
    changeInbox({ type: 'over', id, ending: outcome, by: by ?? null, at: Date.now() }),
  )
  listen('connected', () => void readState())
}

export async function readState(): Promise<void> {
  const known = new Set(inbox.value.entries.map(({ card }) => card.id))
  const [state, cards] = await Promise.all([
    get<Overview>('/api/overview'),
    get<{ approvals: readonly Card[] }>('/api/approvals'),
  ])
  if (state.ok) overview.value = state.value
  if (cards.ok) changeInbox({ type: 'read', cards: cards.value.approvals, known, at: Date.now() })
}
