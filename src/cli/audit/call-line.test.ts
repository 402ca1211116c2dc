import { describe, expect, test } from 'vitest'
import { callDetail, type NumberedEvent } from '../../audit/timeline.ts'
import type { JsonObject } from '../../core/json.ts'
import { painter } from '../terminal/painter.ts'
import { callLine } from './call-line.ts'
import { callText } from './call-text.ts'
import { followCalls, tailItems } from './tail-lines.ts'

const common = { at: '2026-01-31T09:30:00.000Z', call: 'c-1', session: 's-1', tool: 'Bash', agents: [] }
const requested: JsonObject = {
  ...common,
  type: 'tool_call_requested',
  client: 'claude-code',
  cwd: '/home/dev/app',
  request: { command: 'git push origin main' },
  sentence: 'Sends data out.',
  danger: 'medium',
  effects: [{ kind: 'run', text: 'run git push', tier: 'write', chain: [] }],
}
const asked: JsonObject = { ...common, type: 'approval_requested', approval: 'a-1' }
const answered: JsonObject = {
  ...common,
  type: 'approval_decided',
  decision: 'approved',
  by: 'dev',
  reason: 'provider',
}
const ask = { decision: 'ask', layer: 'mode', because: 'sends data out', rule: null }
const judged = (decision: string, ...reasons: readonly JsonObject[]): JsonObject => ({
  ...common,
  type: 'tool_call_judged',
  decision,
  code: null,
  reasons: [...reasons, ask],
})
const approval = { decision: 'allow', layer: 'approval', because: 'a person approved it (dev)', rule: null }
const refused = { decision: 'deny', layer: 'user', because: 'no pushes here', rule: null }
const setting: JsonObject = { type: 'setting_changed', at: common.at, setting: 'mode', value: 'auto', by: 'dev' }

const numbered = (...events: readonly JsonObject[]): readonly NumberedEvent[] =>
  events.map((event, index) => ({ sequence: index + 7, event }))

describe('a call on one line', () => {
  test.each<readonly [string, readonly JsonObject[], string]>([
    [
      'approved by a person',
      [requested, asked, answered, judged('allow', approval)],
      'ALLOW      git push origin main  by dev',
    ],
    ['asked in the client', [requested, judged('ask')], 'ASK        git push origin main  in the client'],
    ['still waiting', [requested, asked], 'WAITING    git push origin main'],
    ['denied by a rule', [requested, judged('deny', refused)], 'DENY       git push origin main  no pushes here'],
    [
      'of another tool',
      [{ ...requested, tool: 'Read', request: { file_path: '/home/dev/app/a.ts' } }],
      'WAITING    Read /home/dev/app/a.ts',
    ],
    ['with control characters', [{ ...requested, request: { command: 'ls \u001b[2J' } }], 'WAITING    ls ␛[2J'],
  ])('%s', (_note, events, expected) => {
    const detail = callDetail(numbered(...events))
    if (detail === null) throw new Error('no call')
    expect(callLine(detail.row, painter(false), 120)).toBe(`     7  01-31 09:30:00  claude-code  ${expected}`)
  })

  test.each([80, 100])('fits %i columns', width => {
    const long = { ...requested, request: { command: 'x'.repeat(300) } }
    const detail = callDetail(numbered(long, judged('deny', { ...refused, because: 'y'.repeat(300) })))
    if (detail === null) throw new Error('no call')
    expect(callLine(detail.row, painter(false), width).length).toBeLessThanOrEqual(width)
  })
})

test('the tail has one item for each call and for each other record, in order', () => {
  const items = tailItems(
    numbered(answered, requested, setting, asked, judged('ask')).map((one, i) =>
      i === 0 ? { ...one, event: { ...answered, call: 'cut off' } } : one,
    ),
  )
  expect(items.map(item => (item.kind === 'call' ? item.fold.row.state : item.record.sequence))).toEqual([
    'asked_client',
    9,
  ])
})

test('a follower prints the question and the verdict of a call, and other records', () => {
  const next = followCalls()
  const printed = numbered(requested, asked, setting, answered, judged('allow', approval)).map(next)
  expect(printed.map(item => (item?.kind === 'call' ? item.fold.row.state : (item?.kind ?? null)))).toEqual([
    null,
    'waiting',
    'record',
    null,
    'allowed',
  ])
})

test('a call as text', () => {
  const detail = callDetail(numbered(requested, asked, answered, judged('allow', approval)))
  if (detail === null) throw new Error('no call')
  expect(callText(detail, { paint: painter(false), width: 100, home: '/home/dev' }).join('\n')).toBe(
    `Bash in ~/app at 2026-01-31 09:30:00 UTC (claude-code, session s-1)
  git push origin main

Sends data out.

ALLOW, answered by dev after 0 ms

Why
  allow a person approved it (dev)
  ask   sends data out

Effects (danger medium)
  write        run git push

Records
     7  01-31 09:30:00  requested    Bash  git push origin main
     8  01-31 09:30:00  asked        Bash
     9  01-31 09:30:00  answered     approved by dev (provider)
    10  01-31 09:30:00  judged       ALLOW Bash  a person approved it (dev)
call c-1; --json prints the records in full`,
  )
})
