import { describe, expect, test } from 'vitest'
import { ruleApprover } from '../../src/approvals/rule-approver.ts'
import { leashdName } from '../../src/audit/names.ts'
import type { Approver } from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import type { Policies } from '../../src/policy/policies.ts'
import type { Descriptor } from '../../src/tools/descriptor.ts'
import { bash, nobodyHome, openGate, person, withPolicy } from './open-gate.ts'

const strict = await withPolicy('boundary: deny\nrules: [{ when: { run: git push }, then: deny }]')
const outside: CallInput = { tool: 'Read', input: { file_path: '/srv/other/a.txt' } }

/** Checks a call, and lets the time for an answer pass. */
async function checked(opened: ReturnType<typeof openGate>, call: CallInput) {
  const verdict = opened.gate.check(call)
  await new Promise(setImmediate)
  opened.clock.advance(300_000)
  return verdict
}

const ends: readonly (readonly [how: string, call: CallInput, approvers: readonly Approver[], policies: Policies])[] = [
  ['an allowed call', bash('ls'), [], strict],
  ['a call on the floor', bash('rm -rf /'), [], strict],
  ['a boundary failure', outside, [], strict],
  ['a policy denial', bash('git push'), [], strict],
  ['an approval', bash('rm a.ts'), [person('approved').approver], strict],
  ['a denied approval', bash('rm a.ts'), [person('denied').approver], strict],
  ['a timeout', bash('rm a.ts'), [nobodyHome], strict],
  ['input that is not a call', { tool: '' } as never, [], strict],
]

describe('R134: TOOL_GATED first, one TOOL_ALLOWED or TOOL_DENIED last', () => {
  test.each(ends)('%s', async (_how, call, approvers, policies) => {
    const opened = openGate({ approvers, policies })
    const { decision } = await checked(opened, call)
    const names = opened.journal.events().flatMap(event => leashdName(event) ?? [])
    expect(names).toEqual(['TOOL_GATED', decision === 'allow' ? 'TOOL_ALLOWED' : 'TOOL_DENIED'])
  })
})

describe('R183: a check returns allow or deny, and a deny has its reason', () => {
  test.each(ends)('%s', async (_how, call, approvers, policies) => {
    const { decision, reasons } = await checked(openGate({ approvers, policies }), call)
    expect(['allow', 'deny']).toContain(decision)
    if (decision === 'deny')
      expect(reasons[0]).toMatchObject({ decision: 'deny', because: expect.stringMatching(/\w+ \w+/) })
  })
})

test('R140: every record has an ISO 8601 UTC timestamp', async () => {
  const opened = openGate({ approvers: [person('denied').approver], policies: strict })
  for (const [, call] of ends) await checked(opened, call)
  const moments = opened.journal.lines().map(line => JSON.parse(line).event.at)
  expect(moments.length).toBeGreaterThan(20)
  for (const at of moments) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

describe('R55: a denied command or mode deny never requests approval', () => {
  test.each([
    ['a denied command', 'rules: [{ when: { run: ls }, then: deny }]'],
    ['a denied command that an answer would allow', 'mode: ask\nrules: [{ when: { run: ls }, then: deny }]'],
    ['mode deny', 'mode: deny'],
    ['mode deny above a permission', 'mode: deny\nrules: [{ when: { run: ls }, then: allow }]'],
  ])('%s', async (_how, source) => {
    const { approver, asked } = person()
    const { gate, types } = openGate({ approvers: [approver], policies: await withPolicy(source) })
    expect((await gate.check(bash('ls'))).decision).toBe('deny')
    expect(asked).toEqual([])
    expect(types()).not.toContain('approval_requested')
  })
})

const order: readonly (readonly [how: string, call: CallInput, types: readonly string[], asked: number])[] = [
  [
    'a boundary failure ends before approval',
    outside,
    ['tool_call_requested', 'security_violation', 'tool_call_judged', 'tool_call_finished'],
    0,
  ],
  [
    'a policy denial ends before approval',
    bash('git push'),
    ['tool_call_requested', 'tool_call_judged', 'tool_call_finished'],
    0,
  ],
  [
    'an ask goes through approval',
    bash('rm a.ts'),
    ['tool_call_requested', 'approval_requested', 'approval_decided', 'tool_call_judged'],
    1,
  ],
  ['an allowed call needs none', bash('ls'), ['tool_call_requested', 'tool_call_judged'], 0],
]

describe('R66: gated, boundary, policy, approval, then allowed or denied', () => {
  test.each(order)('%s', async (_how, call, expected, times) => {
    const { approver, asked } = person()
    const { gate, types } = openGate({ approvers: [approver], policies: strict })
    await gate.check(call)
    expect(types()).toEqual(expected)
    expect(asked).toHaveLength(times)
  })
})

describe('R100: in automation no person is asked and nothing waits for one', () => {
  test.each([bash('git push'), bash('unknown-program'), { tool: 'mcp__x__y', input: {} }])('%j', async call => {
    const { approver, asked } = person()
    const { gate } = openGate({ approvers: [nobodyHome, approver], place: { automation: true } })
    // The clock does not move, so a call that waits would never end.
    expect((await gate.check(call)).decision).toBe('deny')
    expect(asked).toEqual([])
  })
})

const both = [
  { careful: false, automation: false },
  { careful: true, automation: false },
  { careful: false, automation: true },
  { careful: true, automation: true },
] as const

describe('R101: in automation the question of careful mode is a denial', () => {
  test('a write asks in careful mode, and is denied without asking in automation too', async () => {
    const write = { tool: 'Write', input: { file_path: 'a.txt', content: 'x' } }
    const { approver, asked } = person()
    const decisions = []
    for (const place of both)
      decisions.push((await openGate({ approvers: [approver], place }).gate.check(write)).decision)
    expect(decisions).toEqual(['allow', 'allow', 'allow', 'deny'])
    expect(asked).toHaveLength(1)
  })

  test.each(both)('a blocked tool stays denied with %j', async place => {
    const { approver, asked } = person()
    const policies = await withPolicy('rules: [{ when: { tool: todo }, then: deny }]')
    const { gate } = openGate({ approvers: [approver], place, policies })
    expect((await gate.check({ tool: 'todo', input: { todos: [] } })).decision).toBe('deny')
    expect(asked).toEqual([])
  })
})

describe('R75: for the session, identical requests are not asked again and still recorded', () => {
  test('the second call does not ask and is recorded', async () => {
    const { approver, asked } = person('approved_for_session')
    const { gate, journal } = openGate({ approvers: [approver] })
    await gate.check(bash('git push'))
    await gate.check(bash('git push'))
    expect(asked).toHaveLength(1)
    const requests = journal.events().flatMap(event => (event.type === 'tool_call_requested' ? [event.request] : []))
    expect(requests).toHaveLength(2)
    expect(requests[1]).toEqual(requests[0])
  })

  test('another session asks again', async () => {
    const { approver, asked } = person('approved_for_session')
    const { gate } = openGate({ approvers: [approver] })
    await gate.check({ ...bash('git push'), session: 'one' })
    await gate.check({ ...bash('git push'), session: 'two' })
    expect(asked).toHaveLength(2)
  })
})

describe('R73: an approval ends in one of four ways', () => {
  test.each([
    ['approved', 'allow'],
    ['approved_for_session', 'allow'],
    ['denied', 'deny'],
    ['abort', 'deny'],
  ] as const)('%s: %s', async (outcome, decision) => {
    const { gate, journal } = openGate({ approvers: [person(outcome).approver] })
    expect((await gate.check(bash('git push'))).decision).toBe(decision)
    expect(journal.events()).toContainEqual(
      expect.objectContaining({ type: 'approval_decided', decision: outcome, by: 'dev' }),
    )
  })
})

describe('R182: the gate uses the registered descriptor for every call', () => {
  const descriptor: Descriptor = {
    category: 'shell_exec',
    extractRisk: args => ({ argv: [String(args['program'])], riskLevel: 'low', reason: 'mine' }),
    sanitiseForApproval: () => ({ shown: 'for approval' }),
    sanitiseForEvent: () => ({ shown: 'for the event' }),
  }
  test.each([
    ['ls', 'allow'],
    ['unknown-program', 'ask'],
  ])('%s: %s', (program, decision) => {
    const looked: string[] = []
    const getDescriptor = (tool: string) => {
      looked.push(tool)
      return descriptor
    }
    const verdict = openGate({ tools: { getDescriptor } }).gate.judge({ tool: 'mine', input: { program } })
    expect(looked).toEqual(['mine'])
    expect(verdict).toMatchObject({ decision, request: { shown: 'for approval' } })
  })
})

test('R221: a new policy is recorded with both digests and the allow rules that it adds', async () => {
  const before = await withPolicy('rules: [{ id: a, when: { run: make }, then: allow }]')
  const after = await withPolicy(
    'rules: [{ id: a, when: { run: make }, then: allow }, { id: b, when: { run: xmake }, then: allow }]',
  )
  const { gate, journal } = openGate({ policies: before })
  await gate.reload(after)
  expect(journal.events()).toMatchObject([
    { type: 'policy_loaded', digest: after.digest, previous: before.digest, widened: ['user.yaml: b'] },
  ])
})

describe('R72: a call that needs approval is blocked if there is no approver', () => {
  test.each(['git push', 'rm a.ts', 'unknown-program'])('%s', async command => {
    expect(await openGate().gate.check(bash(command))).toMatchObject({ decision: 'deny', code: 'no_approver' })
  })
})

describe('R191: without a person, a call that no rule covers is denied at once, and the run goes on', () => {
  test('the reason says that no rule matched', async () => {
    const rules = ruleApprover({
      rules: [{ tool: 'Bash', condition: ({ summary }) => summary.includes('push'), decision: 'approved' }],
    })
    const { gate } = openGate({ approvers: [rules] })
    const denied = await gate.check(bash('rm a.ts'))
    expect(denied).toMatchObject({ decision: 'deny', code: 'no_rule' })
    expect(denied.reasons[0]?.because).toContain('no rule matched')
    expect((await gate.check(bash('git push'))).decision).toBe('allow')
  })
})
