import type { Card, StreamEvents } from '../../../../src/server/api.ts'

/** How a question ended. `gone`: it ended while the console was not connected, so the outcome is not known here. */
export type Ending = StreamEvents['approval_over']['outcome'] | 'gone'

export interface Entry {
  readonly card: Card
  readonly state: 'waiting' | 'sending' | 'over'
  /** How it ended; while it waits, how it ended before for a caller that gave up. */
  readonly ending: Ending | null
  readonly by: string | null
}

/**
 * The questions, oldest first. INVARIANT: an entry never changes its place while the person looks: new ones go to the end, and answered
 * ones stay as a trace until the person clears them.
 */
export interface Inbox {
  readonly entries: readonly Entry[]
  /** The card that is shown. */
  readonly shown: string | null
  /** When another card came into view. Keys count only some time after that. */
  readonly shownAt: number
  readonly selected: readonly string[]
  /** Whether the server's list was read. */
  readonly isRead: boolean
}

export const emptyInbox: Inbox = { entries: [], shown: null, shownAt: 0, selected: [], isRead: false }

export type InboxEvent =
  /** `known`: the questions that the page had when it asked for the list. A newer one is missing in the list for no other reason. */
  | {
      readonly type: 'read'
      readonly cards: readonly Card[]
      readonly known: ReadonlySet<string>
      readonly at: number
    }
  /** `replaces`: the ended card of the same question. */
  | { readonly type: 'arrived'; readonly card: Card; readonly replaces?: string; readonly at: number }
  | { readonly type: 'extended'; readonly id: string; readonly until: number }
  | { readonly type: 'sent' | 'failed' | 'toggled'; readonly id: string }
  | { readonly type: 'answered'; readonly id: string; readonly ending: Ending; readonly at: number }
  | {
      readonly type: 'over'
      readonly id: string
      readonly ending: Ending
      readonly by: string | null
      readonly at: number
    }
  | { readonly type: 'showed'; readonly id: string; readonly at: number }
  /** `among`: the ids that the filter lets through. */
  | { readonly type: 'moved'; readonly by: 1 | -1; readonly among: ReadonlySet<string>; readonly at: number }
  | { readonly type: 'cleared'; readonly at: number }
  | { readonly type: 'deselected' }

/** The inbox after an event. */
export function inboxAfter(inbox: Inbox, event: InboxEvent): Inbox {
  switch (event.type) {
    case 'read':
      return afterRead(inbox, event)
    case 'arrived':
      return withShown(withCard(replacedBy(inbox, event), event.card), event.at)
    case 'extended':
      return changed(inbox, event.id, entry => ({ ...entry, card: { ...entry.card, until: event.until } }))
    case 'sent':
      return changed(inbox, event.id, entry => (entry.state === 'waiting' ? { ...entry, state: 'sending' } : entry))
    case 'failed':
      return changed(inbox, event.id, entry => (entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry))
    case 'toggled':
      return { ...inbox, selected: toggled(inbox, event.id) }
    case 'answered':
      return afterOwnAnswer(ended(inbox, event.id, event.ending, 'you'), event.id, event.at)
    case 'over':
      return ended(inbox, event.id, event.ending, event.by)
    case 'showed':
      return show(inbox, event.id, event.at)
    case 'moved':
      return show(inbox, neighbour(inbox, event.by, event.among), event.at)
    case 'cleared':
      return afterClear(inbox, event.at)
    case 'deselected':
      return { ...inbox, selected: [] }
  }
}

export const isOpen = (entry: Entry): boolean => entry.state !== 'over'
export const waitingEntries = (inbox: Inbox): readonly Entry[] => inbox.entries.filter(isOpen)
export const entryOf = (inbox: Inbox, id: string | null): Entry | null =>
  inbox.entries.find(({ card }) => card.id === id) ?? null
export const shownEntry = (inbox: Inbox): Entry | null => entryOf(inbox, inbox.shown)

/** The selected entries that still wait, in the order of the list: exactly these are answered together. */
export const batchOf = (inbox: Inbox): readonly Entry[] =>
  inbox.entries.filter(entry => entry.state === 'waiting' && inbox.selected.includes(entry.card.id))

/** How long keys are ignored after another card came into view: the person may have pressed them for the one before. */
export const graceMs = 400
export const isTooSoon = (inbox: Inbox, now: number): boolean => now - inbox.shownAt < graceMs

function afterRead(inbox: Inbox, { cards, known, at }: Extract<InboxEvent, { readonly type: 'read' }>): Inbox {
  const listed = new Set(cards.map(({ id }) => id))
  const missing = inbox.entries.filter(entry => isOpen(entry) && known.has(entry.card.id) && !listed.has(entry.card.id))
  const closed = missing.reduce(
    (so, { card }) => ended(so, card.id, card.until <= at ? 'expired' : 'gone', null),
    inbox,
  )
  const oldestFirst = [...cards].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return { ...withShown(oldestFirst.reduce(withCard, closed), at), isRead: true }
}

/** A question whose caller gave up or asks again keeps its place. How it ended before stays visible until it ends again. */
function replacedBy(inbox: Inbox, { card, replaces, at }: Extract<InboxEvent, { readonly type: 'arrived' }>): Inbox {
  const old = entryOf(inbox, replaces ?? null)
  if (old === null || old.state !== 'over' || entryOf(inbox, card.id) !== null) return inbox
  const entries = inbox.entries.map(entry =>
    entry === old ? { card, state: 'waiting' as const, ending: old.ending, by: null } : entry,
  )
  return inbox.shown === replaces ? { ...inbox, entries, shown: card.id, shownAt: at } : { ...inbox, entries }
}

/** A card that is known keeps its place. One that ended stays ended: an old list may still contain it. */
function withCard(inbox: Inbox, card: Card): Inbox {
  if (entryOf(inbox, card.id) === null)
    return { ...inbox, entries: [...inbox.entries, { card, state: 'waiting', ending: null, by: null }] }
  return changed(inbox, card.id, entry => (isOpen(entry) ? { ...entry, card } : entry))
}

/** Shows the oldest question if no card is shown. */
function withShown(inbox: Inbox, at: number): Inbox {
  const first = waitingEntries(inbox)[0]
  return inbox.shown !== null || first === undefined ? inbox : show(inbox, first.card.id, at)
}

/** After an own answer, the next question comes into view: below first, then from the top. */
function afterOwnAnswer(inbox: Inbox, id: string, at: number): Inbox {
  if (inbox.shown !== id) return inbox
  const place = inbox.entries.findIndex(({ card }) => card.id === id)
  const next = [...inbox.entries.slice(place + 1), ...inbox.entries.slice(0, place)].find(isOpen)
  return next === undefined ? { ...inbox, shown: null, shownAt: at } : show(inbox, next.card.id, at)
}

function afterClear(inbox: Inbox, at: number): Inbox {
  const entries = inbox.entries.filter(isOpen)
  const keepsShown = entries.some(({ card }) => card.id === inbox.shown)
  return withShown({ ...inbox, entries, shown: keepsShown ? inbox.shown : null }, at)
}

function ended(inbox: Inbox, id: string, ending: Ending, by: string | null): Inbox {
  const next = changed(inbox, id, entry =>
    isOpen(entry) ? { ...entry, state: 'over', ending, by } : better(entry, by),
  )
  return { ...next, selected: inbox.selected.filter(other => other !== id) }
}

/** The stream may name the person after the answer of this page did not. */
const better = (entry: Entry, by: string | null): Entry => (entry.by === null ? { ...entry, by } : entry)

function changed(inbox: Inbox, id: string, change: (entry: Entry) => Entry): Inbox {
  return { ...inbox, entries: inbox.entries.map(entry => (entry.card.id === id ? change(entry) : entry)) }
}

const show = (inbox: Inbox, id: string | null, at: number): Inbox =>
  id === inbox.shown || entryOf(inbox, id) === null ? inbox : { ...inbox, shown: id, shownAt: at }

/** The next or previous question that still waits; the shown one if there is none. */
function neighbour(inbox: Inbox, by: 1 | -1, among: ReadonlySet<string>): string | null {
  const place = inbox.entries.findIndex(({ card }) => card.id === inbox.shown)
  const start = place < 0 ? (by === 1 ? -1 : inbox.entries.length) : place
  for (let index = start + by; index >= 0 && index < inbox.entries.length; index += by) {
    const entry = inbox.entries[index]
    if (entry !== undefined && isOpen(entry) && among.has(entry.card.id)) return entry.card.id
  }
  return inbox.shown
}

function toggled(inbox: Inbox, id: string): readonly string[] {
  if (inbox.selected.includes(id)) return inbox.selected.filter(other => other !== id)
  return entryOf(inbox, id)?.state === 'waiting' ? [...inbox.selected, id] : inbox.selected
}
