import { describe, expect, test } from 'vitest'
import {
  balanced,
  bash,
  nobodyHome,
  openGate,
  person,
  withPolicy,
  withPreset,
} from '../../test/requirements/open-gate.ts'
import { denyAll, ruleApprover } from '../approvals/rule-approver.ts'
import type { JournalEvent } from '../audit/event.ts'
import { limits } from '../core/limits.ts'
import type { Policies } from '../policy/policies.ts'
import type { Approver } from './ports.ts'

/** An approver that has no answer until a person comes. */
const waits: Approver = { name: 'waits', channel: 'human', request: async () => ({ waitsFor: 'someone to come' }) }

describe('a settled check', () => {
  test.each([
    ['an allowed call is allowed', bash('ls'), [], 'allow', null],
    [
      'a call on the floor is denied without a question',
      bash('rm -rf /'),
      [person('approved').approver],
      'deny',
      'floor',
    ],
    ['a person approves an ask', bash('git push'), [person('approved').approver], 'allow', null],
    ['a person denies an ask', bash('git push'), [person('denied').approver], 'deny', 'approval_denied'],
    ['a person aborts the run', bash('git push'), [person('abort').approver], 'deny', 'approval_aborted'],
    ['without anyone to ask, an ask is denied', bash('git push'), [], 'deny', 'no_approver'],
    ['rules as code that say nothing deny', bash('git push'), [ruleApprover({ rules: [] })], 'deny', 'no_rule'],
    [
      'rules as code may pass a question on',
      bash('git push'),
      [ruleApprover({ rules: [], default: 'pass' }), person('approved').approver],
      'allow',
      null,
    ],
    [
      'rules as code that do not pass on end the question',
      bash('git push'),
      [ruleApprover({ rules: [] }), person('approved').approver],
      'deny',
      'no_rule',
    ],
    ['deny-all denies', bash('git push'), [denyAll], 'deny', 'approval_denied'],
    ['a question that waits for a person is denied for now', bash('git push'), [waits], 'deny', 'human_required'],
    [
      'a person who answers now comes before one who answers later',
      bash('git push'),
      [waits, person().approver],
      'allow',
      null,
    ],
    ['input that is not a call is denied', { tool: 7 } as never, [person('approved').approver], 'deny', 'validation'],
  ] as const)('%s', async (_note, call, approvers, decision, code) => {
    const { gate } = openGate({ approvers })
    expect(await gate.check(call)).toMatchObject({ decision, code })
  })

  test('an answer to a replacement counts for the same call when the agent makes it itself', async () => {
    const bindings: (string | null)[] = []
    const store: Approver = {
      ...waits,
      request: async ({ binding }) => {
        bindings.push(binding)
        return { waitsFor: 'someone to come' }
      },
    }
    const rule = '{ when: { run: git push -f }, then: deny, instead: git push --force-with-lease, apply: true }'
    const { gate } = openGate({ approvers: [store], policies: await withPolicy(`rules: [${rule}]`) })
    const replaced = await gate.check(bash('git push --force'), { canReplace: true })
    await gate.check(bash('git push --force-with-lease'), { canReplace: true })
    const refused = await gate.check(bash('git push --force'))
    expect([replaced.decision, replaced.code, refused.code]).toEqual(['deny', 'human_required', 'policy_denied'])
    expect(bindings).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), bindings[0]])
  })

  test('a question without an answer is asked again, with the same binding', async () => {
    const bindings: (string | null)[] = []
    const store: Approver = {
      ...waits,
      request: async ({ binding }) => {
        bindings.push(binding)
        return bindings.length === 1 ? { waitsFor: 'someone to come' } : { decision: 'approved', by: 'dev' }
      },
    }
    const { gate } = openGate({ approvers: [store] })
    const verdicts = [await gate.check(bash('git push')), await gate.check(bash('git push'))]
    expect(verdicts.map(({ decision }) => decision)).toEqual(['deny', 'allow'])
    expect(bindings).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), bindings[0]])
  })

  test('a channel that throws is a deny', async () => {
    const broken: Approver = {
      name: 'broken',
      channel: 'human',
      request: async () => Promise.reject(new Error('gone')),
    }
    expect(await openGate({ approvers: [broken] }).gate.check(bash('git push'))).toMatchObject({
      decision: 'deny',
      code: 'approval_failed',
    })
  })

  test('an invalid answer is a deny', async () => {
    const odd: Approver = {
      name: 'odd',
      channel: 'human',
      request: async () => ({ decision: 'maybe' as never, by: 'x' }),
    }
    expect((await openGate({ approvers: [odd] }).gate.check(bash('git push'))).decision).toBe('deny')
  })

  test('no answer in time is a deny', async () => {
    const { gate, clock } = openGate({ approvers: [nobodyHome] })
    const verdict = gate.check(bash('git push'))
    await new Promise(setImmediate)
    clock.advance(300_000)
    expect(await verdict).toMatchObject({ decision: 'deny', code: 'approval_timeout', errorKind: 'timeout' })
  })

  test('with too many questions open, the next is denied at once (R148)', async () => {
    const { gate } = openGate({ approvers: [nobodyHome] })
    const leaving = new AbortController()
    const waiting = Array.from({ length: limits.pendingApprovals }, (_, i) =>
      gate.check(bash(`git push origin b${i}`), { signal: leaving.signal }),
    )
    await new Promise(setImmediate)
    expect(await gate.check(bash('git push origin last'))).toMatchObject({ decision: 'deny', code: 'approval_failed' })
    leaving.abort()
    expect((await Promise.all(waiting)).every(verdict => verdict.code === 'cancelled')).toBe(true)
  })

  test.each([
    ['a timeout allows if the policy says so', 'git push', 'allow'],
    ['a timeout never allows a dangerous call', 'git push && sudo rm -rf x', 'deny'],
  ] as const)('%s', async (_note, command, decision) => {
    const policies = { ...balanced, approvals: { timeoutMs: 1_000, onTimeout: 'allow' as const } }
    const { gate, clock } = openGate({ approvers: [nobodyHome], policies })
    const verdict = gate.check(bash(command))
    await new Promise(setImmediate)
    clock.advance(1_000)
    expect((await verdict).decision).toBe(decision)
  })

  test('the question ends when the caller disconnects', async () => {
    const { gate } = openGate({ approvers: [nobodyHome] })
    const leaving = new AbortController()
    const verdict = gate.check(bash('git push'), { signal: leaving.signal })
    leaving.abort()
    expect(await verdict).toMatchObject({ decision: 'deny', code: 'cancelled' })
  })

  test('the first answer of several channels wins', async () => {
    const { gate } = openGate({ approvers: [nobodyHome, person('approved').approver] })
    expect((await gate.check(bash('git push'))).decision).toBe('allow')
  })

  test('a rule as code answers before a person is asked', async () => {
    const rules = ruleApprover({ rules: [{ id: 'pushes', tool: 'Bash', decision: 'approved' }] })
    const verdict = await openGate({ approvers: [person('denied').approver, rules] }).gate.check(bash('git push'))
    expect(verdict.reasons[0]?.because).toContain('pushes')
  })

  test('in automation no person is asked', async () => {
    const { approver, asked } = person()
    const verdict = await openGate({ approvers: [approver], place: { automation: true } }).gate.check(bash('git push'))
    expect({ decision: verdict.decision, asked }).toEqual({ decision: 'deny', asked: [] })
  })
})

describe('modes that a policy turns on', () => {
  const under = (extra: Partial<Policies>, approvers: readonly Approver[], command: string) =>
    openGate({ approvers, policies: { ...balanced, ...extra } }).gate.check(bash(command))

  test('automation: no person is asked', async () => {
    expect(await under({ automation: true }, [person('approved').approver], 'git push')).toMatchObject({
      decision: 'deny',
    })
  })

  test('careful: a write asks', async () => {
    expect(await under({ careful: true }, [], 'mkdir x')).toMatchObject({ decision: 'deny', code: 'no_approver' })
  })
})

describe('the order of events', () => {
  test.each([
    ['an allowed call', bash('ls'), [], ['tool_call_requested', 'tool_call_judged']],
    [
      'a denied call ends in finished and never started',
      bash('rm -rf /'),
      [],
      ['tool_call_requested', 'security_violation', 'tool_call_judged', 'tool_call_finished'],
    ],
    [
      'an approved ask',
      bash('git push'),
      [person('approved').approver],
      ['tool_call_requested', 'approval_requested', 'approval_decided', 'tool_call_judged'],
    ],
    [
      'a denied ask',
      bash('git push'),
      [person('denied').approver],
      ['tool_call_requested', 'approval_requested', 'approval_decided', 'tool_call_judged', 'tool_call_finished'],
    ],
  ] as const)('%s', async (_note, call, approvers, expected) => {
    const { gate, types } = openGate({ approvers })
    await gate.check(call)
    expect(types()).toEqual(expected)
  })

  test.each([
    ['a push', bash('git push --force'), 'Overwrites history on the remote; also sends data out.', 'high'],
    ['a read', bash('ls'), 'Runs `ls`.', 'low'],
  ] as const)(
    'a request is recorded with its client, a sentence and its danger: %s',
    async (_note, call, sentence, danger) => {
      const { gate, journal } = openGate({ place: { client: 'claude-code' } })
      await gate.check(call)
      const [requested] = journal.events().filter(({ type }) => type === 'tool_call_requested')
      expect(requested).toMatchObject({ client: 'claude-code', sentence, danger })
    },
  )

  test('a remembered approval is not asked again (R75, R136)', async () => {
    const { gate, types } = openGate({ approvers: [person('approved_for_session').approver] })
    await gate.check(bash('git push'))
    const before = types().length
    expect((await gate.check(bash('git push'))).decision).toBe('allow')
    expect(types().slice(before)).toEqual(['tool_call_requested', 'approval_decided', 'tool_call_judged'])
  })

  test('another command is asked again', async () => {
    const { gate, types } = openGate({ approvers: [person('approved_for_session').approver] })
    await gate.check(bash('git push'))
    await gate.check(bash('git push origin other'))
    expect(types().filter(type => type === 'approval_requested')).toHaveLength(2)
  })

  test('a denied key is not asked twice (R193)', async () => {
    const { gate } = openGate({ approvers: [person('denied').approver] })
    await gate.check(bash('git push'))
    expect(await gate.check(bash('git push'))).toMatchObject({ decision: 'deny', code: 'loop_guard' })
  })

  test('listeners get the same events as the journal', async () => {
    const { gate, journal } = openGate({ approvers: [person('approved').approver] })
    const heard: JournalEvent[] = []
    gate.events.on(event => heard.push(event))
    await gate.check(bash('git push'))
    expect(heard).toEqual(journal.events())
  })

  test('listeners and approvers do not see secrets of the command (R126, R195)', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const { approver, asked } = person('denied')
    const { gate } = openGate({ approvers: [approver] })
    const heard: JournalEvent[] = []
    gate.events.on(event => heard.push(event))
    await gate.check(bash(`git push https://x:${token}@github.com/a/b`))
    expect(asked).toHaveLength(1)
    expect(heard.length).toBeGreaterThan(3)
    expect(JSON.stringify([asked, heard])).not.toContain(token)
  })

  test('the stage is a field of the event (R137)', async () => {
    const { gate, journal } = openGate({ approvers: [person('denied').approver] })
    await gate.check(bash('rm -rf /'))
    await gate.check(bash('git push'))
    await gate.check(bash('shutdown now'))
    expect(journal.events().flatMap(event => (event.type === 'tool_call_judged' ? [event.stage] : []))).toEqual([
      'floor',
      'approval',
      'policy',
    ])
  })
})

describe('without a journal', () => {
  const down = { code: 'audit_unavailable', message: 'disk full' } as const
  test.each([
    ['a read still runs', bash('ls'), 'allow', null],
    ['a write is denied', bash('mkdir x'), 'deny', 'audit_unavailable'],
    ['a question is not even shown', bash('git push'), 'deny', 'audit_unavailable'],
  ] as const)('%s', async (_note, call, decision, code) => {
    const { gate, journal } = openGate({ approvers: [person('approved').approver] })
    journal.failWith(down)
    expect(await gate.check(call)).toMatchObject({ decision, code })
  })

  test('a broken journal has its own code', async () => {
    const { gate, journal } = openGate()
    journal.failWith({ code: 'audit_broken', message: 'records are missing' })
    expect(await gate.check(bash('ls'))).toMatchObject({ decision: 'allow' })
    expect(await gate.check(bash('mkdir x'))).toMatchObject({ decision: 'deny', code: 'audit_broken' })
  })
})

test('a judgement that was stopped is a deny, and it is recorded', async () => {
  const { gate, journal } = openGate({ inTime: () => null })
  expect(await gate.check(bash('ls'))).toMatchObject({ decision: 'deny', code: 'limit_reached' })
  expect(journal.events().find(event => event.type === 'tool_call_judged')).toMatchObject({ code: 'limit_reached' })
})

describe('`judge` without `check`', () => {
  test('returns an ask without asking and records nothing', () => {
    const { gate, journal } = openGate({ approvers: [person('approved').approver] })
    expect(gate.judge(bash('git push')).decision).toBe('ask')
    expect(journal.events()).toEqual([])
  })
})

describe('reloading', () => {
  test('puts the new policies in force and records what they widen', async () => {
    const { gate, journal } = openGate({ policies: await withPreset('cautious') })
    expect(gate.judge(bash('mkdir x')).decision).toBe('ask')
    expect((await gate.reload({ ...balanced, digest: 'new' })).ok).toBe(true)
    expect(gate.judge(bash('mkdir x')).decision).toBe('allow')
    expect(journal.events()).toMatchObject([{ type: 'policy_loaded', digest: 'new' }])
    const [event] = journal.events()
    expect(event?.type === 'policy_loaded' && event.widened.length > 0).toBe(true)
  })

  test('keeps the old policies when the change cannot be recorded', async () => {
    const { gate, journal } = openGate({ policies: await withPreset('cautious') })
    journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect((await gate.reload(balanced)).ok).toBe(false)
    expect(gate.judge(bash('mkdir x')).decision).toBe('ask')
  })
})

describe('an approval for the session, after the policy has changed', () => {
  const rule = 'id: p, when: { run: git push }, then: ask'
  test.each([
    ['a reworded rule is not asked again', `${rule}, because: it is published`, 1],
    ['a rule of another name is asked again', rule.replace('id: p', 'id: q'), 2],
    ['a rule with other conditions is asked again', rule.replace('git push', '"git *"'), 2],
  ])('%s', async (_note, changed, questions) => {
    const { approver, asked } = person('approved_for_session')
    const policies = await withPolicy(`rules: [{ ${rule}, because: others may have it }]`)
    const { gate } = openGate({ approvers: [approver], policies })
    await gate.check(bash('git push'))
    await gate.reload(await withPolicy(`rules: [{ ${changed} }]`))
    expect((await gate.check(bash('git push'))).decision).toBe('allow')
    expect(asked).toHaveLength(questions)
  })
})

describe('hostile input', () => {
  const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)
  test.each([
    ['a prototype key', JSON.parse('{"tool":"Bash","input":{"command":"ls"},"__proto__":{"x":1}}')],
    [
      'a prototype key in the input',
      JSON.parse('{"tool":"Bash","input":{"command":"ls","__proto__":{"polluted":true}}}'),
    ],
    ['nesting 10,000 deep', { tool: 'Bash', input: { command: deep } }],
    ['a string of 10 MB', { tool: 'Bash', input: { command: 'x'.repeat(10_000_000) } }],
    ['a lone surrogate', { tool: 'Bash', input: { command: 'echo \ud800' } }],
    ['a lone surrogate as a key', { tool: 'Bash', input: { '\udfff': 1 } }],
    ['nothing', null],
    ['a function', { tool: 'Bash', input: { command: () => 1 } }],
    ['a circle', circle()],
    [
      'a getter that throws',
      {
        tool: 'Bash',
        get input() {
          throw new Error('trap')
        },
      },
    ],
    ['NaN', { tool: 'Bash', input: { timeout: Number.NaN, command: 'ls' } }],
    ['an unknown key beside the call', { tool: 'Bash', input: { command: 'ls' }, bypass: true }],
    ['a relative cwd', { tool: 'Bash', input: { command: 'ls' }, cwd: 'x' }],
    ['a NUL byte in a command', { tool: 'Bash', input: { command: 'ls \0' } }],
    ['a tool name with a line break', { tool: 'Bash\nx', input: {} }],
  ])('%s ends in a deny with a code and changes no prototype', async (_note, call) => {
    const { gate } = openGate({ approvers: [person('approved').approver], place: { runner: 'sallyport' } })
    const verdict = await gate.check(call as never)
    expect(verdict.decision).toBe('deny')
    expect(verdict.code).not.toBeNull()
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

function circle(): unknown {
  const call: Record<string, unknown> = { tool: 'Bash' }
  call['input'] = call
  return call
}
