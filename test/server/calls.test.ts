import { afterAll, describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../src/audit/event.ts'
import { systemClock } from '../../src/io/clock.ts'
import { verifyInTurns, verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { ownerText, thisOwner } from '../../src/io/journal/lock-owner.ts'
import { watchJournal } from '../../src/io/journal/watch-journal.ts'
import { openCallIndex } from '../../src/server/calls/call-index.ts'
import { endGone } from '../../src/server/calls/end-gone.ts'
import { recentCalls } from '../../src/server/calls/recent-calls.ts'
import { freshDirectory, opened, quickBase, requested } from '../journal/support.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

const at = '2025-01-01T00:00:01.000Z'
const judged = (
  call: string,
  decision: 'allow' | 'ask' | 'deny',
  code: null | 'approval_timeout' = null,
): JournalEvent => ({
  ...{ type: 'tool_call_judged', session: 's', call, clientCall: null, agents: [], tool: 'Bash', at, decision },
  ...{ stage: 'policy', code, reasons: [], policy: 'd', watched: null },
})

async function journalOf(count: number) {
  const dir = freshDirectory(quickBase)
  const journal = await opened(dir)
  const events = Array.from({ length: count }, (_, n) => [
    { ...requested(`c${n}`, { command: `echo ${n}` }), session: `s${n % 3}`, tool: n % 2 === 0 ? 'Bash' : 'Read' },
    judged(`c${n}`, n % 5 === 0 ? 'deny' : 'allow'),
  ]).flat()
  for (let n = 0; n < events.length; n += 2_000) await journal.append(events.slice(n, n + 2_000))
  const watch = watchJournal(dir)
  closers.push(() => watch.close())
  return { dir, journal, watch }
}

const noFilter = { filter: { words: [] }, before: null }
const idsOf = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => rows.map(({ id }) => id)
const names = (from: number, to: number, step = -1) =>
  Array.from({ length: Math.abs((from - to) / step) + 1 }, (_, n) => `c${from + n * step}`)

describe('the index of calls', () => {
  test('pages go back, newest first, and no call comes twice or is missing', async () => {
    const { dir, journal, watch } = await journalOf(25)
    const calls = openCallIndex(dir, watch)
    closers.push(() => calls.close())
    const first = await calls.page({ ...noFilter, limit: 10 })
    expect([idsOf(first), first.hasMore]).toEqual([names(24, 15), true])
    const second = await calls.page({ ...noFilter, before: first.rows.at(-1)?.sequence ?? 0, limit: 10 })
    expect([idsOf(second), second.hasMore]).toEqual([names(14, 5), true])
    const third = await calls.page({ ...noFilter, before: second.rows.at(-1)?.sequence ?? 0, limit: 10 })
    expect([idsOf(third), third.hasMore]).toEqual([names(4, 0), false])
    await journal.append([requested('new', { command: 'ls' })])
    const { rows, last } = await calls.page({ ...noFilter, limit: 1 })
    expect([rows[0]?.id, rows[0]?.sequence]).toEqual(['new', last])
    await journal.close()
  })

  test.each([
    ['session', { session: 's1', words: [] }, 8],
    ['tool', { tool: 'Read', words: [] }, 12],
    ['decision', { decision: 'deny', words: [] }, 5],
    ['state', { decision: 'denied', words: [] }, 5],
    ['rule', { rule: 'none', words: [] }, 0],
    ['words', { words: ['echo', '24'] }, 1],
    ['words in another case', { words: ['bash'] }, 13],
  ])('filters by %s', async (_, filter, count) => {
    const { dir, journal, watch } = await journalOf(25)
    const calls = openCallIndex(dir, watch)
    closers.push(() => calls.close())
    expect((await calls.page({ filter, before: null, limit: 300 })).rows).toHaveLength(count)
    await journal.close()
  })

  test('calls that are no longer in memory are read from the journal', async () => {
    const { dir, journal, watch } = await journalOf(11_000)
    const calls = openCallIndex(dir, watch)
    closers.push(() => calls.close())
    const rare = { filter: { words: ['echo', '7'], session: 's1' }, before: 60, limit: 300 }
    expect(idsOf(await calls.page(rare))).toEqual(['c7'])
    const oldest = await calls.page({ ...noFilter, before: 7, limit: 5 })
    expect([idsOf(oldest), oldest.hasMore]).toEqual([names(2, 0), false])
    const border = await calls.page({ ...noFilter, before: 2_010, limit: 20 })
    expect(idsOf(border)).toEqual(names(1003, 984))
    expect(await calls.detail('c3')).toMatchObject({ row: { id: 'c3', state: 'allowed' }, records: [{}, {}] })
    expect(await calls.detail('c10999')).toMatchObject({ row: { text: 'echo 10999' } })
    expect(await calls.detail('none')).toBeNull()
    await journal.close()
  })
})

describe('the newest calls', () => {
  const fill = (count: number, recent = recentCalls(10, 2)) => {
    for (let n = 0; n < count; n += 1)
      recent.add({
        sequence: n + 1,
        event: { ...requested(`c${n}`), session: `s${n}`, facts: [], effects: [] } as never,
      })
    return recent
  }

  test('memory has a limit', () => {
    const recent = fill(1_000)
    expect([...recent.rows()].map(({ id }) => id)).toEqual(names(999, 990))
    expect(recent.sessions().map(({ id }) => id)).toEqual(['s999', 's998'])
    expect([recent.oldest(), recent.span('c990'), recent.span('c1')]).toEqual([991, { first: 991, last: 991 }, null])
    recent.clear()
    expect([[...recent.rows()], recent.oldest()]).toEqual([[], null])
  })

  test('an expired question counts as asked, not as denied', () => {
    const recent = fill(1)
    const add = (event: object) =>
      recent.add({ sequence: 9, event: { at, call: 'c0', session: 's0', ...event } as never })
    add({ type: 'approval_requested', approval: 'a' })
    expect(recent.sessions()).toMatchObject([{ calls: 1, asked: 1, denied: 0, waiting: 1 }])
    add({ type: 'tool_call_judged', decision: 'deny', code: 'approval_timeout' })
    expect(recent.sessions()).toMatchObject([{ calls: 1, asked: 1, denied: 0, waiting: 0 }])
    expect(recent.since(Date.parse(at))).toEqual({ calls: 1, asked: 1, denied: 0 })
    expect(recent.since(Date.parse(at) + 3_600_000)).toEqual({ calls: 0, asked: 0, denied: 0 })
  })
})

describe('a question whose process died', () => {
  const asked = (call: string, process: string): JournalEvent => ({
    ...{ type: 'approval_requested', session: 's', call, clientCall: null, agents: [], tool: 'Bash', at },
    ...{ approval: `a-${call}`, key: 'k', summary: '', request: {}, process },
  })

  test('ends, and no other question does', async () => {
    const { dir, journal, watch } = await journalOf(0)
    const here = thisOwner('token')
    const gone = { ...here, pid: 2 ** 22 + 1 }
    const elsewhere = { ...gone, host: 'other' }
    for (const [call, process] of Object.entries({ here, gone, elsewhere }))
      await journal.append([requested(call, { command: 'git push' }), asked(call, ownerText(process))])
    await journal.append([requested('old', { command: 'git push' }), asked('old', '')])
    const calls = openCallIndex(dir, watch)
    closers.push(() => calls.close())
    const states = async () =>
      (await calls.page({ ...noFilter, limit: 10 })).rows.map(({ id, state, because }) => [id, state, because])
    await states()
    await endGone(calls.recent.asked(), { journal, clock: systemClock })
    expect(await states()).toEqual([
      ['old', 'waiting', ''],
      ['elsewhere', 'waiting', ''],
      ['gone', 'cancelled', ''],
      ['here', 'waiting', ''],
    ])
    expect([...calls.recent.asked()]).toHaveLength(3)
    await journal.close()
  })
})

test('a verification lets other work run in between, and finds the same', async () => {
  const { dir, journal } = await journalOf(5_000)
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const verified = await verifyInTurns(dir)
  isOver = true
  const whole = verifyJournal(dir)
  if (!verified.ok || !whole.ok) throw new Error('the journal is intact')
  expect({ ...verified.value, milliseconds: 0 }).toEqual({ ...whole.value, milliseconds: 0 })
  expect(turns).toBeGreaterThan(1)
  await journal.close()
})
