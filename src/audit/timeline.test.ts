import { describe, expect, test } from 'vitest'
import { bash, openGate, person } from '../../test/requirements/open-gate.ts'
import type { JsonObject } from '../core/json.ts'
import { requestLine } from './request-line.ts'
import { callDetail, timelineOf } from './timeline.ts'

const second = (n: number): string => `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`
let sequence = 0
const event = (type: string, at: number, more: JsonObject = {}) => {
  sequence += 1
  return { sequence, event: { type, at: second(at), call: 'c1', session: 's1', tool: 'Bash', ...more } }
}
const reason = (decision: string, layer: string, because: string, rule: string | null = null): JsonObject => ({
  decision,
  layer,
  because,
  rule: rule === null ? null : { id: rule, file: 'p.yaml', line: 3 },
})

const requested = event('tool_call_requested', 0, {
  request: { command: 'git  push\n--force' },
  cwd: '/w',
  agents: ['main', 'lint'],
  client: 'codex',
  sentence: 'Overwrites history on the remote.',
  danger: 'high',
})
const asked = event('approval_requested', 1, { approval: 'a1' })
const answered = (decision: string, why: string, by = 'dev') =>
  event('approval_decided', 8, { approval: 'a1', decision, by, reason: why })
const judged = (decision: string, reasons: readonly JsonObject[], more: JsonObject = {}) =>
  event('tool_call_judged', 9, { decision, reasons: [...reasons], code: null, watched: null, ...more })
const started = event('tool_call_started', 10, { fence: { mode: 'enforce', profile: { name: 'balanced' } } })
const unfenced = event('tool_call_started', 10, { fence: { mode: 'audit', profile: { name: 'balanced' } } })
const finished = (outcome: string, more: JsonObject = {}) => event('tool_call_finished', 12, { outcome, ...more })
const question = reason('ask', 'preset', 'a push overwrites history', 'no-force-push')
const approved = [reason('allow', 'approval', 'a person approved it (dev)'), question]
const refused = (text: string) => [reason('deny', 'approval', text), question]

describe('the state of a call', () => {
  test.each([
    ['a request alone waits', [requested], 'waiting', null],
    ['a question waits', [requested, asked], 'waiting', null],
    ["the client's own prompt asks", [requested, judged('ask', [question])], 'asked_client', 'ask'],
    ['an allow', [requested, judged('allow', [])], 'allowed', 'allow'],
    ['an answer, before the verdict', [requested, asked, answered('approved', 'provider')], 'allowed', null],
    ['a start', [requested, judged('allow', []), started], 'running', 'allow'],
    ['a good end', [requested, judged('allow', []), started, finished('ok')], 'finished', 'allow'],
    ['a bad end', [requested, judged('allow', []), started, finished('failed')], 'failed', 'allow'],
    [
      'a run that the caller left',
      [requested, judged('allow', []), started, finished('cancelled')],
      'cancelled',
      'allow',
    ],
    ['a deny', [requested, judged('deny', [reason('deny', 'floor', 'x')]), finished('denied')], 'denied', 'deny'],
    [
      'a person who denies',
      [requested, asked, answered('denied', 'provider'), judged('deny', refused('no')), finished('denied')],
      'denied',
      'deny',
    ],
    ['an expired question, before the verdict', [requested, asked, answered('denied', 'timeout')], 'expired', null],
    [
      'an expired question is never denied',
      [
        requested,
        asked,
        answered('denied', 'timeout'),
        judged('deny', refused('no one answered in time'), { code: 'approval_timeout' }),
        finished('denied'),
      ],
      'expired',
      'deny',
    ],
    [
      'silence that the policy allows',
      [requested, asked, answered('approved', 'timeout_default'), judged('allow', approved)],
      'allowed',
      'allow',
    ],
    [
      'a caller that left the question',
      [
        requested,
        asked,
        answered('denied', 'cancelled'),
        judged('deny', refused('withdrawn'), { code: 'cancelled' }),
        finished('cancelled'),
      ],
      'cancelled',
      'deny',
    ],
    [
      'a person who stops the run',
      [
        requested,
        asked,
        answered('abort', 'provider'),
        judged('deny', refused('stopped'), { code: 'approval_aborted' }),
      ],
      'cancelled',
      'deny',
    ],
  ] as const)('%s', (_, records, state, decision) => {
    expect(timelineOf(records)).toMatchObject([{ id: 'c1', state, decision }])
  })
})

const trialEnded = (more: JsonObject) =>
  event('trial_ended', 12, {
    ...{ trial: 't1', summary: 'deletes 1 file', changes: ['- /w/a'], committed: true, canUndo: true },
    ...{ because: 'the policy allows each change' },
    ...more,
  })
const undone = event('trial_undone', 20, { trial: 't1', summary: 'brings back 1 file', by: 'dana' })

describe('a row', () => {
  test('tells what was asked, who answered, after how long, and how it ran', () => {
    const records = [
      requested,
      asked,
      answered('approved', 'provider'),
      judged('allow', approved),
      started,
      event('fence_denied', 11, { text: 'access to example.com' }),
      finished('failed', { held: [{ by: 'limit', what: 'memory' }] }),
    ]
    expect(timelineOf(records)).toEqual([
      {
        id: 'c1',
        sequence: requested.sequence,
        at: second(0),
        session: 's1',
        client: 'codex',
        cwd: '/w',
        workspace: [],
        agents: ['main', 'lint'],
        tool: 'Bash',
        text: 'git push --force',
        sentence: 'Overwrites history on the remote.',
        danger: 'high',
        decision: 'allow',
        state: 'failed',
        rule: { id: 'no-force-push', file: 'p.yaml', line: 3 },
        because: 'a push overwrites history; a person approved it (dev)',
        approval: 'a1',
        answeredBy: 'dev',
        answeredAfterMs: 7_000,
        ranMs: 2_000,
        fence: 'balanced',
        heldBack: 'access to example.com',
        trial: null,
        flags: [],
      },
    ])
  })

  test.each([
    [
      'a record of an older version',
      [event('tool_call_requested', 0)],
      { client: null, sentence: '', danger: 'low', agents: [] },
    ],
    [
      'fields of another type',
      [event('tool_call_requested', 0, { agents: 'x', danger: 7, request: [] })],
      { danger: 'low', text: '' },
    ],
    ['a plan that was not enforced', [requested, judged('allow', []), unfenced], { fence: null }],
    [
      'what a finished command was kept from',
      [requested, started, finished('ok', { held: [{ by: 'network', what: 'x:443' }] })],
      { heldBack: 'access to x:443' },
    ],
    ['a watched verdict', [requested, judged('allow', [question], { watched: 'ask' })], { flags: ['watched'] }],
    [
      'marks',
      [
        event('tool_call_requested', 0, {
          automation: true,
          careful: true,
          proven: false,
          request: { token: '[redacted:field]' },
        }),
        event('security_violation', 0),
      ],
      { flags: ['redacted', 'automation', 'careful', 'unproven', 'violation'] },
    ],
    [
      'another input',
      [
        requested,
        event('tool_call_replaced', 0, { request: { command: 'ls' }, sentence: 'Runs `ls`.', danger: 'low' }),
      ],
      { text: 'ls', sentence: 'Runs `ls`.', danger: 'low', flags: ['replaced'] },
    ],
    [
      'the rule of a deny',
      [requested, judged('deny', [reason('deny', 'user', 'never', 'mine'), question])],
      { rule: { id: 'mine' }, because: 'never' },
    ],
    [
      'a stopped start',
      [requested, judged('deny', [reason('deny', 'sandbox', 'no fence'), ...approved])],
      { rule: null, because: 'no fence' },
    ],
    ['a contained call', [requested, judged('allow', [question], { contained: true })], { flags: ['contained'] }],
    [
      'changes that were kept and undone',
      [requested, started, trialEnded({ mode: 'contain', more: 3 }), finished('ok'), undone],
      {
        state: 'finished',
        trial: {
          ...{ id: 't1', mode: 'contain', summary: 'deletes 1 file', changes: ['- /w/a'], more: 3, kept: true },
          ...{ because: 'the policy allows each change', canUndo: true, undone: { by: 'dana', at: second(20) } },
        },
      },
    ],
    [
      'a trial of an older version',
      [requested, started, trialEnded({ committed: false })],
      { trial: { mode: 'trial', more: 0, kept: false, undone: null } },
    ],
    ['an undo without its trial', [requested, undone], { trial: null }],
  ] as const)('copes with %s', (_, records, want) => expect(timelineOf(records)).toMatchObject([want]))

  test('needs the request: records whose beginning is unknown make no row', () => {
    expect(timelineOf([judged('allow', []), finished('ok')])).toEqual([])
    expect(timelineOf([{ sequence: 1, event: { type: 'policy_loaded' } }])).toEqual([])
  })

  test('calls keep their order, however their records mix', () => {
    const other = { sequence: 500, event: { type: 'tool_call_requested', call: 'c2', at: second(3) } }
    expect(timelineOf([requested, other, asked]).map(({ id, state }) => [id, state])).toEqual([
      ['c1', 'waiting'],
      ['c2', 'waiting'],
    ])
  })
})

describe('the records of a real gate', () => {
  test.each([
    ['ls', [], 'allowed', null],
    ['rm -rf /', [], 'denied', null],
    ['git push', [], 'denied', null],
    ['git push', [person('approved').approver], 'allowed', 'dev'],
    ['git push', [person('denied').approver], 'denied', 'dev'],
    ['git push', [person('abort').approver], 'cancelled', 'dev'],
  ] as const)('%s', async (command, approvers, state, by) => {
    const { gate, journal } = openGate({ approvers })
    await gate.check(bash(command))
    const records = journal.events().map((one, index) => ({ sequence: index, event: one as unknown as JsonObject }))
    expect(timelineOf(records)).toMatchObject([{ state, text: command, ...(by === null ? {} : { answeredBy: by }) }])
    const detail = callDetail(records.filter(({ event }) => 'call' in event))
    expect(detail?.effects.length).toBeGreaterThan(0)
    expect(detail?.reasons[0]?.text).not.toBe('')
  })
})

describe('a request on one line', () => {
  test.each([
    [{ command: 'a\n\tb' }, 'a b'],
    [{ command: ['ls', '-l'] }, 'ls -l'],
    [{ file_path: '/w/a', content: 'x' }, '/w/a'],
    [{ url: 'https://x' }, 'https://x'],
    [{ a: 1 }, '{"a":1}'],
    [undefined, ''],
  ])('%j', (request, want) => expect(requestLine(request)).toBe(want))
})
