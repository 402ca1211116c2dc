import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { countAnswers } from './answer-times.ts'
import { countGrantUses } from './grant-uses.ts'
import type { History } from './history.ts'
import { countOverTime } from './over-time.ts'
import { collectPastCalls } from './past-calls.ts'
import { countRuleHits, ruleKey } from './rule-hits.ts'
import { collectWorkspaces } from './workspaces.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()
const event = (type: string, second: number, more: JsonObject = {}): JsonObject => ({
  type,
  at: at(second),
  call: 'c',
  ...more,
})
const over = <T>(history: History<T>, events: readonly JsonObject[]): T => {
  for (const one of events) history.add(one)
  return history.total()
}

describe('answers', () => {
  const asked = (call: string, second: number) => event('approval_requested', second, { call })
  const decided = (call: string, second: number, reason: string, decision = 'approved') =>
    event('approval_decided', second, { call, reason, decision })

  test.each([
    [
      'a person who approves',
      [asked('a', 0), decided('a', 4, 'provider')],
      { approved: 1, medianMs: 4000, p90Ms: 4000 },
    ],
    ['a person who denies', [asked('a', 0), decided('a', 4, 'provider', 'denied')], { denied: 1, medianMs: 4000 }],
    [
      'an expired question is not a denied one',
      [asked('a', 0), decided('a', 9, 'timeout', 'denied')],
      { expired: 1, denied: 0, medianMs: null },
    ],
    ['a withdrawn question', [asked('a', 0), decided('a', 9, 'cancelled', 'denied')], { cancelled: 1, medianMs: null }],
    ['a question that was handed over', [asked('a', 0), decided('a', 0, 'waiting', 'denied')], { handedOver: 1 }],
    ['an open question', [asked('a', 0)], { open: 1 }],
    ['a grant answers without a question', [decided('a', 0, 'granted')], { approved: 0, open: 0 }],
  ])('%s', (_, events, want) => {
    expect(over(countAnswers(), events)).toMatchObject(want)
  })

  test('the median and the 90th percentile are times that were measured', () => {
    const events = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100].flatMap((seconds, index) => [
      asked(`${index}`, 0),
      decided(`${index}`, seconds, 'provider'),
    ])
    expect(over(countAnswers(), events)).toMatchObject({ medianMs: 5000, p90Ms: 9000 })
  })
})

test('a rule counts once a call, with its strictest decision', () => {
  const reason = (decision: string, id: string): JsonObject => ({
    decision,
    layer: 'user',
    because: '',
    rule: { id, file: 'p', line: 1 },
  })
  const hits = over(countRuleHits(), [
    event('tool_call_judged', 1, { reasons: [reason('ask', 'a'), reason('allow', 'a'), reason('allow', 'b')] }),
    event('tool_call_judged', 2, { reasons: [reason('ask', 'a')] }),
  ])
  expect(hits.get(ruleKey('p', 'a'))).toEqual({ allow: 0, ask: 2, deny: 0, lastAt: at(2) })
  expect(hits.get(ruleKey('p', 'b'))).toEqual({ allow: 1, ask: 0, deny: 0, lastAt: at(1) })
})

test('a grant is known by the id before its text', () => {
  const used = (second: number) =>
    event('approval_decided', second, { reason: 'granted', by: 'abcd1234: git push: origin', call: `c${second}` })
  expect(over(countGrantUses(), [used(1), used(2)]).get('abcd1234')).toEqual({
    count: 2,
    lastAt: at(2),
    lastCall: 'c2',
  })
})

const call = (id: string, second: number, more: JsonObject = {}, decision = 'allow'): readonly JsonObject[] => [
  event('tool_call_requested', second, {
    ...{ call: id, tool: 'Bash', request: { command: 'ls' }, cwd: '/w', workspace: ['/w'], agents: [], session: 's' },
    ...{ automation: false, careful: false, effects: [], facts: [{ path: '/w' }] },
    ...more,
  }),
  event('tool_call_judged', second, { call: id, decision, reasons: [], watched: null }),
]

test('every slot of a period is there, and calls outside it do not count', () => {
  const slots = over(countOverTime({ from: 10_000, slotMs: 5_000, slots: 3 }), [
    ...call('before', 9),
    ...call('a', 10),
    ...call('b', 14),
    ...call('c', 20, {}, 'deny'),
    ...call('after', 25),
  ])
  expect(slots.map(({ allowed, denied }) => [allowed, denied])).toEqual([
    [2, 0],
    [0, 0],
    [0, 1],
  ])
})

describe('past calls', () => {
  test('equal calls count once, the last one first', () => {
    const { calls } = over(collectPastCalls(10), [
      ...call('a', 1),
      ...call('b', 2, { request: { command: 'id' } }),
      ...call('c', 3),
    ])
    expect(calls.map(({ requested, count }) => [requested.call, count])).toEqual([
      ['c', 2],
      ['b', 1],
    ])
  })

  test.each([
    ['a removed secret', { request: { command: 'curl -H [redacted:bearer]' } }],
    ['a shortened text', { request: { command: 'echo x...[truncated]' } }],
    ['a reduced record', { reduced: { bytes: 9 } }],
  ])('%s is left out and counted', (_, more) => {
    expect(over(collectPastCalls(10), call('a', 1, more))).toEqual({ calls: [], incomplete: 1, hasMore: false })
  })

  test('the oldest are dropped beyond the limit', () => {
    const events = [1, 2, 3].flatMap(n => call(`${n}`, n, { request: { command: `ls ${n}` } }))
    const { calls, hasMore } = over(collectPastCalls(2), events)
    expect([calls.map(({ requested }) => requested.call), hasMore]).toEqual([['3', '2'], true])
  })
})

test('workspaces come with the last used first', () => {
  const events = ['/a', '/b', '/a'].flatMap((root, index) => call(`${index}`, index, { workspace: [root] }))
  expect(over(collectWorkspaces(5), events)).toEqual(['/a', '/b'])
})
