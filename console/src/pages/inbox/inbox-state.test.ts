import { describe, expect, test } from 'vitest'
import type { Card } from '../../../../src/server/api.ts'
import { batchOf, emptyInbox, type Inbox, type InboxEvent, inboxAfter, isTooSoon, shownEntry } from './inbox-state.ts'

const cardAt = (id: string, at: number): Card => ({
  id,
  at,
  until: at + 120_000,
  session: 's',
  client: 'claude-code',
  machine: 'm',
  workspace: '/w',
  cwd: '/w',
  branch: null,
  agents: [],
  tool: 'Bash',
  command: 'git push',
  details: {},
  marks: [],
  sentence: '',
  danger: 'medium',
  effects: [],
  radius: [],
  keeps: null,
  reasons: [],
  binds: '',
  offers: [],
  earlier: [],
  grave: false,
  proven: true,
  live: true,
})
const [one, two, three] = [cardAt('1', 10), cardAt('2', 20), cardAt('3', 30)] as const
const inboxOf = (...events: readonly InboxEvent[]): Inbox => events.reduce(inboxAfter, emptyInbox)
const read = (...cards: readonly Card[]): InboxEvent => ({ type: 'read', cards, known, at: 1000 })
const known: ReadonlySet<string> = new Set(['1', '2', '3', 'a', 'b'])
const all: ReadonlySet<string> = new Set(['1', '2', '3'])
const order = ({ entries }: Inbox): string =>
  entries.map(({ card, state, ending }) => card.id + (state === 'over' ? `:${ending}` : '')).join(' ')

describe('the inbox', () => {
  test.each<[string, readonly InboxEvent[], string, string | null]>([
    ['shows the oldest first, also if the server sent them in another order', [read(three, one, two)], '1 2 3', '1'],
    [
      'has one card for a question whose caller gave up, in its place, and shows it',
      [
        read(one, two),
        { type: 'over', id: '1', ending: 'expired', by: null, at: 1100 },
        { type: 'arrived', card: { ...three, live: false }, replaces: '1', at: 1200 },
      ],
      '3 2',
      '3',
    ],
    [
      'does not replace a card that waits',
      [read(one), { type: 'arrived', card: three, replaces: '1', at: 1200 }],
      '1 3',
      '1',
    ],
    [
      'appends a new question and keeps the shown one',
      [read(two), { type: 'arrived', card: one, at: 1100 }],
      '2 1',
      '2',
    ],
    ['keeps one entry for a question that arrives twice', [read(one), { type: 'arrived', card: one, at: 1 }], '1', '1'],
    [
      'keeps the shown card after another person answered it',
      [read(one, two), { type: 'over', id: '1', ending: 'denied', by: 'alice', at: 1 }],
      '1:denied 2',
      '1',
    ],
    [
      'goes on to the next question after an own answer, and leaves a trace in the same place',
      [read(one, two, three), { type: 'answered', id: '1', ending: 'approved', at: 1 }],
      '1:approved 2 3',
      '2',
    ],
    [
      'goes on from the top after the last one',
      [read(one, two), { type: 'showed', id: '2', at: 1 }, { type: 'answered', id: '2', ending: 'denied', at: 2 }],
      '1 2:denied',
      '1',
    ],
    [
      'shows nothing after the last answer, and then the next arrival',
      [read(one), { type: 'answered', id: '1', ending: 'approved', at: 1 }, { type: 'arrived', card: two, at: 2 }],
      '1:approved 2',
      '2',
    ],
    [
      'marks as gone what ended while it was not connected, and as expired what ran out',
      [read(cardAt('a', 1), { ...cardAt('b', 2), until: 500 }, one), read(one)],
      'a:gone b:expired 1',
      'a',
    ],
    [
      'keeps a question that arrived while an older list was on its way',
      [
        { type: 'arrived', card: one, at: 1 },
        { type: 'read', cards: [], known: new Set(), at: 2 },
      ],
      '1',
      '1',
    ],
    [
      'keeps the first outcome: expired is not denied later',
      [
        read(one),
        { type: 'over', id: '1', ending: 'expired', by: null, at: 1 },
        { type: 'over', id: '1', ending: 'denied', by: 'bob', at: 2 },
        read(one),
      ],
      '1:expired',
      '1',
    ],
    ['moves down', [read(one, two, three), { type: 'moved', by: 1, among: all, at: 1 }], '1 2 3', '2'],
    [
      'stays at the end',
      [read(one), { type: 'moved', by: 1, among: all, at: 1 }, { type: 'moved', by: -1, among: all, at: 1 }],
      '1',
      '1',
    ],
    [
      'moves among the questions that the filter lets through',
      [read(one, two, three), { type: 'moved', by: 1, among: new Set(['3']), at: 1 }],
      '1 2 3',
      '3',
    ],
    [
      'skips traces when it moves',
      [
        read(one, two, three),
        { type: 'over', id: '2', ending: 'denied', by: null, at: 1 },
        { type: 'moved', by: 1, among: all, at: 2 },
      ],
      '1 2:denied 3',
      '3',
    ],
    [
      'clears traces only when told',
      [read(one, two), { type: 'answered', id: '1', ending: 'approved', at: 1 }, { type: 'cleared', at: 2 }],
      '2',
      '2',
    ],
  ])('%s', (_, events, want, shown) => {
    const inbox = inboxOf(...events)
    expect(order(inbox)).toBe(want)
    expect(inbox.shown).toBe(shown)
  })

  test('a batch contains exactly the selected questions that still wait, in the order of the list', () => {
    const inbox = inboxOf(
      read(one, two, three),
      { type: 'toggled', id: '3' },
      { type: 'toggled', id: '1' },
      { type: 'toggled', id: '2' },
      { type: 'toggled', id: '2' },
      { type: 'toggled', id: 'unknown' },
      { type: 'arrived', card: cardAt('4', 40), at: 1 },
    )
    expect(batchOf(inbox).map(({ card }) => card.id)).toEqual(['1', '3'])
    const later = inboxAfter(inbox, { type: 'over', id: '1', ending: 'expired', by: null, at: 2 })
    expect(batchOf(later).map(({ card }) => card.id)).toEqual(['3'])
    expect(later.selected).toEqual(['3'])
  })

  test('keys count only 400 ms after another card came into view, and an arrival does not restart that time', () => {
    const inbox = inboxOf(read(one, two))
    expect([1000, 1399, 1400].map(now => isTooSoon(inbox, now))).toEqual([true, true, false])
    expect(isTooSoon(inboxAfter(inbox, { type: 'arrived', card: three, at: 2000 }), 2001)).toBe(false)
    expect(isTooSoon(inboxAfter(inbox, { type: 'moved', by: 1, among: all, at: 2000 }), 2001)).toBe(true)
  })

  test('a failed answer waits again, and an extension changes the deadline only', () => {
    const sent = inboxOf(read(one), { type: 'sent', id: '1' })
    expect(shownEntry(sent)?.state).toBe('sending')
    const failed = inboxOf(read(one), { type: 'sent', id: '1' }, { type: 'failed', id: '1' })
    expect(shownEntry(failed)?.state).toBe('waiting')
    const extended = inboxAfter(failed, { type: 'extended', id: '1', until: 9 })
    expect(shownEntry(extended)?.card.until).toBe(9)
    expect(extended.shownAt).toBe(failed.shownAt)
  })
})
