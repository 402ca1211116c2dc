import { describe, expect, test } from 'vitest'
import type { ApprovalOutcome, JournalEvent } from '../../src/audit/event.ts'
import { type ErrorKind, fail, ok } from '../../src/core/fault.ts'
import { limits } from '../../src/core/limits.ts'
import { fenceKeys } from '../../src/fence/profile.ts'
import type { Approver } from '../../src/gate/ports.ts'
import type { Execute } from '../../src/gate/run-call.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import { ToolFailure } from '../../src/gate/tool-failure.ts'
import type { Descriptor } from '../../src/tools/descriptor.ts'
import { madeUpFence } from './made-up-fence.ts'
import { balanced, bash, nobodyHome, openGate, person, withPolicy } from './open-gate.ts'

const strict = await withPolicy('boundary: deny\nrules: [{ when: { run: git push }, then: deny }]')
const fenced = await withPolicy('fence: { mode: enforce, network: none }')

/** A tool that counts how often it ran. */
function tool<T>(run: Execute<T>) {
  const ran: string[] = []
  const execute: Execute<T> = running => {
    ran.push(running.call.tool)
    return run(running)
  }
  return { execute, ran }
}

const works = () => tool(() => 'done')
const hangs = () => tool(() => new Promise<never>(() => {}))
const throwing = (thrown: unknown) =>
  tool(() => {
    throw thrown
  })

const finished = (events: readonly JournalEvent[]) =>
  events.flatMap(event => (event.type === 'tool_call_finished' ? [event] : []))

/** Lets promises settle, then time pass. */
async function later(opened: ReturnType<typeof openGate>, ms: number): Promise<void> {
  await new Promise(setImmediate)
  opened.clock.advance(ms)
}

type OrderRow = readonly [how: string, call: CallInput, approvers: readonly Approver[], types: readonly string[]]
const answer = (decision: ApprovalOutcome) => [person(decision).approver]
const asked = ['tool_call_requested', 'approval_requested', 'approval_decided', 'tool_call_judged']

describe('R135: requested, asked, decided, started only if approved, always finished', () => {
  test.each<OrderRow>([
    [
      'an allowed call',
      bash('ls'),
      [],
      ['tool_call_requested', 'tool_call_judged', 'tool_call_started', 'tool_call_finished'],
    ],
    ['an approved call', bash('rm a.ts'), answer('approved'), [...asked, 'tool_call_started', 'tool_call_finished']],
    [
      'one that is approved for the session',
      bash('rm a.ts'),
      answer('approved_for_session'),
      [...asked, 'tool_call_started', 'tool_call_finished'],
    ],
    ['a denied call', bash('rm a.ts'), answer('denied'), [...asked, 'tool_call_finished']],
    ['an aborted call', bash('rm a.ts'), answer('abort'), [...asked, 'tool_call_finished']],
    [
      'a call that policy denies',
      bash('git push'),
      [],
      ['tool_call_requested', 'tool_call_judged', 'tool_call_finished'],
    ],
    [
      'a call on the floor',
      bash('rm -rf /'),
      [],
      ['tool_call_requested', 'security_violation', 'security_violation', 'tool_call_judged', 'tool_call_finished'],
    ],
    [
      'input that is not a call',
      { tool: '' } as never,
      [],
      ['tool_call_requested', 'tool_call_judged', 'tool_call_finished'],
    ],
  ])('%s', async (_how, call, approvers, types) => {
    const opened = openGate({ approvers, policies: strict })
    const { execute, ran } = works()
    const outcome = await opened.gate.run(call, execute)
    expect(opened.types()).toEqual(types)
    expect(outcome.ok).toBe(types.includes('tool_call_started'))
    expect(ran).toHaveLength(outcome.ok ? 1 : 0)
  })
})

test('R136: a call approved for the session is not asked again and keeps its other events', async () => {
  const { approver, asked: questions } = person('approved_for_session')
  const opened = openGate({ approvers: [approver] })
  await opened.gate.run(bash('git push'), works().execute)
  const before = opened.types().length
  expect(await opened.gate.run(bash('git push'), works().execute)).toMatchObject({ ok: true })
  expect(questions).toHaveLength(1)
  expect(opened.types().slice(before)).toEqual([
    'tool_call_requested',
    'approval_decided',
    'tool_call_judged',
    'tool_call_started',
    'tool_call_finished',
  ])
})

describe('R137: a field of the event says which stage stopped a call', () => {
  test.each([
    ['policy', bash('git push'), strict, []],
    ['approval', bash('rm a.ts'), strict, answer('denied')],
    ['sandbox', bash('ls'), fenced, []],
  ] as const)('%s', async (stage, call, policies, approvers) => {
    const { gate } = openGate({ policies, approvers })
    const heard: JournalEvent[] = []
    gate.events.on(event => heard.push(event))
    await gate.run(call, works().execute)
    expect(heard.flatMap(event => ('stage' in event ? [event.stage] : []))).toEqual([stage, stage])
  })

  test('a fence that fails after the start is distinct from a failing command', async () => {
    const { gate, journal } = openGate()
    await gate.run(bash('ls'), throwing(new ToolFailure('sandbox_denied', 'bwrap did not start it')).execute)
    await gate.run(bash('ls'), throwing(new Error('exit 1')).execute)
    expect(finished(journal.events())).toMatchObject([
      { stage: 'sandbox', outcome: 'failed', errorKind: 'sandbox_denied' },
      { stage: 'run', outcome: 'failed', errorKind: 'unknown' },
    ])
  })
})

describe('R186: guard, policy, approvals, sandbox, in this order; once one stops the call, no later one runs', () => {
  test.each([
    ['the guard', ['rm', '-rf', '/'], 'approved', ['guard']],
    ['policy', ['git', 'push'], 'approved', ['guard']],
    ['approvals', ['rm', 'a.ts'], 'denied', ['guard', 'approvals']],
    ['the sandbox', ['rm', 'a.ts'], 'approved', ['guard', 'approvals', 'sandbox: probe', 'sandbox: plan']],
  ] as const)('%s', async (_stage, argv, decision, wanted) => {
    const order: string[] = []
    const note = <T>(stage: string, value: T): T => {
      order.push(stage)
      return value
    }
    const approver: Approver = {
      name: 'person',
      channel: 'human',
      request: async () => note('approvals', { decision, by: 'dev' }),
    }
    const descriptor: Descriptor = {
      category: 'shell_exec',
      extractRisk: () => note('guard', { argv: [...argv], riskLevel: 'low', reason: 'as given' }),
      sanitiseForApproval: args => args,
      sanitiseForEvent: args => args,
    }
    const { fence } = madeUpFence({
      probe: async () => note('sandbox: probe', ok(fenceKeys)),
      plan: () => note('sandbox: plan', fail('sandbox_denied', 'no')),
    })
    const opened = openGate({
      policies: { ...strict, fence: fenced.fence },
      approvers: [approver],
      tools: { getDescriptor: () => descriptor },
      fence,
    })
    const { execute, ran } = works()
    expect(await opened.gate.run({ tool: 'mine', input: {} }, execute)).toMatchObject({ ok: false })
    expect(order).toEqual(wanted)
    expect(ran).toEqual([])
  })
})

const kinds: readonly (readonly [kind: ErrorKind, how: string, ends: () => Promise<JournalEvent[]>])[] = [
  ['validation', 'bad input', () => ended({ tool: 'Bash', input: { comand: 'ls' } })],
  ['validation', 'a tool that says so', () => ended(bash('ls'), throwing(new ToolFailure('validation', 'no')))],
  ['permission', 'the floor', () => ended(bash('rm -rf /'))],
  ['permission', 'a person', () => ended(bash('rm a.ts'), works(), answer('denied'))],
  ['not_found', 'a tool that says so', () => ended(bash('ls'), throwing(new ToolFailure('not_found', 'no session 7')))],
  ['sandbox_denied', 'no fence', () => ended({ tool: 'shell_exec', input: { argv: ['ls'], sandbox: 'restricted' } })],
  ['timeout', 'a person who does not answer', () => ended(bash('rm a.ts'), works(), [nobodyHome])],
  ['timeout', 'a tool that hangs', () => ended(bash('ls'), hangs())],
  ['timeout', 'a tool whose own time is up', () => ended(bash('ls'), throwing(new DOMException('', 'TimeoutError')))],
  ['human_required', 'a person who has to come first', () => ended(bash('rm a.ts'), works(), [away])],
  ['cancelled', 'a person who aborts', () => ended(bash('rm a.ts'), works(), answer('abort'))],
  ['cancelled', 'a tool that was aborted', () => ended(bash('ls'), throwing(new DOMException('', 'AbortError')))],
  ['unknown', 'a tool that throws', () => ended(bash('ls'), throwing(new Error('broken')))],
  ['unknown', 'a tool that throws nothing', () => ended(bash('ls'), throwing(undefined))],
  [
    'unknown',
    'a tool that throws an unknown code',
    () => ended(bash('ls'), throwing(new ToolFailure('floor' as never, 'x'))),
  ],
]
const away: Approver = { name: 'away', channel: 'human', request: async () => ({ waitsFor: 'someone to come' }) }

async function ended(
  call: CallInput,
  { execute }: { execute: Execute<unknown> } = works(),
  approvers: readonly Approver[] = [],
) {
  const opened = openGate({ approvers })
  const outcome = opened.gate.run(call, execute)
  await later(opened, limits.runMs)
  const { errorKind } = (await outcome) as { errorKind?: ErrorKind }
  const ends = finished(opened.journal.events())
  expect(ends.map(event => event.errorKind)).toEqual([errorKind])
  return ends
}

describe('R176: every kind of error is how some call ends', () => {
  test.each(kinds)('%s: %s', async (kind, _how, ends) => expect(await ends()).toMatchObject([{ errorKind: kind }]))
})

describe('a call that runs', () => {
  test('returns the value of the tool', async () => {
    expect(await openGate().gate.run(bash('ls'), () => 7)).toMatchObject({
      ok: true,
      value: 7,
      verdict: { decision: 'allow' },
    })
  })

  test('gets the call as it was judged, even if the caller changes its object', async () => {
    const { gate, clock } = openGate({ approvers: answer('approved') })
    const input = { command: 'rm a.ts' }
    const outcome = gate.run({ tool: 'Bash', input }, ({ call }) => call.input['command'])
    input.command = 'rm -rf ~'
    clock.advance(1)
    expect(await outcome).toMatchObject({ ok: true, value: 'rm a.ts' })
  })

  test('gets the replacement of a rule, and both commands are recorded', async () => {
    const policies = await withPolicy(
      'rules: [{ when: { run: git diff }, then: deny, instead: git status, apply: true }]',
    )
    const { gate, journal } = openGate({ policies })
    const outcome = await gate.run(bash('git diff'), ({ call }) => call.input['command'])
    expect(outcome).toMatchObject({ ok: true, value: 'git status' })
    expect(journal.events().map(event => event.type)).toEqual([
      'tool_call_requested',
      'tool_call_replaced',
      'tool_call_judged',
      'tool_call_started',
      'tool_call_finished',
    ])
  })

  test.each(['ls  -la', 'echo \'a\\tb\' "$HOME"', 'printf %s née😀\n', 'ls # note', '\\ls'])(
    'R123: gets its command as it was sent, byte for byte: %j',
    async command => {
      const { gate } = openGate({ approvers: answer('approved') })
      for (const [tool, key] of [
        ['shell_command', 'command'],
        ['exec_command', 'cmd'],
      ] as const)
        expect(await gate.run({ tool, input: { [key]: command } }, ({ call }) => call.input)).toMatchObject({
          ok: true,
          value: { [key]: command },
        })
    },
  )

  test('is judged as a call that Sallyport runs: unknown keys are refused', async () => {
    const { execute, ran } = works()
    const outcome = await openGate().gate.run({ tool: 'Bash', input: { command: 'ls', zap: 1 } }, execute)
    expect(outcome).toMatchObject({ ok: false, code: 'unknown_key', errorKind: 'validation' })
    expect(ran).toEqual([])
  })

  test('is stopped by its signal when its time is up, and a later result is ignored', async () => {
    const opened = openGate()
    let stop: AbortSignal | null = null
    let answerLate = (_: string) => {}
    const outcome = opened.gate.run(
      bash('ls'),
      ({ signal }) => {
        stop = signal
        return new Promise<string>(resolve => {
          answerLate = resolve
        })
      },
      { timeoutMs: 50 },
    )
    await later(opened, 50)
    expect(await outcome).toMatchObject({ ok: false, code: 'timeout', reason: 'the tool did not finish in 50 ms' })
    expect((stop as AbortSignal | null)?.aborted).toBe(true)
    answerLate('late')
    await new Promise(setImmediate)
    expect(finished(opened.journal.events())).toHaveLength(1)
  })

  test('may not run longer than the limit of its fence', async () => {
    const policies = await withPolicy('fence: { mode: enforce, limits: { seconds: 2 } }')
    const opened = openGate({ policies, fence: madeUpFence().fence })
    const outcome = opened.gate.run(bash('ls'), hangs().execute, { timeoutMs: 60_000 })
    await later(opened, 2_000)
    expect(await outcome).toMatchObject({ ok: false, errorKind: 'timeout' })
  })

  test('ends when its caller disconnects', async () => {
    const leaving = new AbortController()
    const { gate, types } = openGate()
    const outcome = gate.run(bash('ls'), hangs().execute, { signal: leaving.signal })
    await new Promise(setImmediate)
    leaving.abort()
    expect(await outcome).toMatchObject({ ok: false, code: 'cancelled' })
    expect(types().slice(-2)).toEqual(['tool_call_started', 'tool_call_finished'])
  })

  test('is not started if its caller has disconnected', async () => {
    const { gate, types } = openGate()
    const { execute, ran } = works()
    const outcome = await gate.run(bash('ls'), execute, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ ok: false, errorKind: 'cancelled' })
    expect(ran).toEqual([])
    expect(types()).toEqual(['tool_call_requested', 'tool_call_judged', 'tool_call_finished'])
  })
})

describe('without a journal', () => {
  const down = { code: 'audit_unavailable', message: 'disk full' } as const
  test.each(['ls', 'mkdir x', 'rm a.ts'])('%s is not started, and listeners get no start event', async command => {
    const { gate, journal } = openGate({ approvers: answer('approved') })
    const heard: JournalEvent[] = []
    gate.events.on(event => heard.push(event))
    journal.failWith(down)
    const { execute, ran } = works()
    expect(await gate.run(bash(command), execute)).toMatchObject({ ok: false, code: 'audit_unavailable' })
    expect(ran).toEqual([])
    expect(heard).toEqual([])
  })

  test('an approved call is not started when its start cannot be recorded', async () => {
    const { gate, journal, types } = openGate({
      approvers: [
        {
          name: 'person',
          channel: 'human',
          request: async () => {
            journal.failWith(down)
            return { decision: 'approved', by: 'dev' }
          },
        },
      ],
    })
    const { execute, ran } = works()
    expect(await gate.run(bash('rm a.ts'), execute)).toMatchObject({ ok: false, code: 'audit_unavailable' })
    expect(ran).toEqual([])
    expect(types()).toEqual(['tool_call_requested', 'approval_requested'])
  })

  test('a running call still returns its result', async () => {
    const { gate, journal, types } = openGate()
    const outcome = await gate.run(bash('ls'), () => {
      journal.failWith(down)
      return 'done'
    })
    expect(outcome).toMatchObject({ ok: true, value: 'done' })
    expect(types().at(-1)).toBe('tool_call_started')
  })

  test('a finished call returns its result even if the journal throws', async () => {
    const { gate, journal } = openGate()
    const outcome = await gate.run(bash('ls'), () => {
      journal.append = () => Promise.reject(new Error('gone'))
      return 'done'
    })
    expect(outcome).toMatchObject({ ok: true, value: 'done' })
  })

  test('a journal that throws is a deny', async () => {
    const { gate, journal } = openGate()
    journal.append = () => Promise.reject(new Error('gone'))
    const { execute, ran } = works()
    expect(await gate.run(bash('ls'), execute)).toMatchObject({ ok: false, errorKind: 'unknown' })
    expect(ran).toEqual([])
  })
})

test('R198: every failed outcome has a reason', async () => {
  for (const call of [bash('rm -rf /'), bash('rm a.ts'), { tool: 'Bash', input: {} }]) {
    const outcome = await openGate({ policies: balanced }).gate.run(call, works().execute)
    expect(outcome).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/\w+ \w+/),
      errorKind: expect.any(String),
    })
  }
})
