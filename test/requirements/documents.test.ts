import { describe, expect, test } from 'vitest'
import { approvalKey } from '../../src/approvals/key.ts'
import { ruleApprover } from '../../src/approvals/rule-approver.ts'
import { leashdName } from '../../src/audit/names.ts'
import type { Place } from '../../src/core/call.ts'
import { errorKind } from '../../src/core/fault.ts'
import { canonicalJson } from '../../src/core/json.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import type { Policies } from '../../src/policy/policies.ts'
import type { Allowance } from '../../src/policy/widening.ts'
import { bash, nobodyHome, openGate, person, withFiles, withPolicy, withPreset } from './open-gate.ts'

const guide = await withPreset('policy-guide')
const deepDive = await withPreset('deep-dive')
const insisting = await withPolicy('approvals: { timeout: 30s, on_timeout: allow }', guide)
const write: CallInput = { tool: 'write_file', input: { path: 'a.ts', content: 'x' } }

test('R17: a boundary failure is a violation and a denial, without a question', async () => {
  const { approver, asked } = person()
  const { gate, journal } = openGate({ policies: await withPreset('pipeline'), approvers: [approver] })
  const verdict = await gate.check({ tool: 'Read', input: { file_path: '/srv/other/a' } })
  expect(verdict).toMatchObject({ decision: 'deny', code: 'boundary' })
  expect(asked).toEqual([])
  expect(journal.events()).toMatchObject([
    { type: 'tool_call_requested' },
    { type: 'security_violation', reason: expect.stringContaining('/srv/other/a') },
    { type: 'tool_call_judged', stage: 'boundary', reasons: [{ layer: 'boundary' }] },
    { type: 'tool_call_finished', outcome: 'denied' },
  ])
  expect(journal.events().flatMap(event => leashdName(event) ?? [])).toEqual(['TOOL_GATED', 'TOOL_DENIED'])
})

describe('R12: a tool denied by name is denied without asking, and no answer or mode overrides it', () => {
  test.each(['auto', 'ask_for_dangerous', 'ask_for_writes', 'ask', 'allow'])('in mode %s', async mode => {
    const { approver, asked } = person()
    const policies = await withPolicy(`mode: ${mode}\nrules: [{ when: { tool: write_file }, then: deny }]`)
    expect((await openGate({ policies, approvers: [approver] }).gate.check(write)).decision).toBe('deny')
    expect(asked).toEqual([])
  })
})

test('R90: careful mode is read for each call, so it can be turned on and off during a session', async () => {
  const { approver, asked } = person()
  const { gate } = openGate({ policies: guide, approvers: [approver] })
  for (const careful of [false, true, false]) await gate.check({ ...write, careful })
  expect(asked).toHaveLength(1)
})

describe('R91: a careful prompt waits 30 seconds', () => {
  const waited = async (policies: Policies, call: CallInput, ms: number, place: Partial<Place> = {}) => {
    const opened = openGate({ policies, approvers: [nobodyHome], place: { careful: true, ...place } })
    let decided = null as string | null
    const verdict = opened.gate.check(call).then(({ decision }) => {
      decided = decision
    })
    await new Promise(setImmediate)
    opened.clock.advance(ms)
    await new Promise(setImmediate)
    if (decided === null) return { decided, journal: opened.journal }
    await verdict
    return { decided, journal: opened.journal }
  }

  test('until then it waits', async () => expect((await waited(guide, write, 29_999)).decided).toBeNull())
  test('then it is denied', async () => expect((await waited(guide, write, 30_000)).decided).toBe('deny'))

  test('C1: allow is an opt-in, and the record says so', async () => {
    const { decided, journal } = await waited(insisting, write, 30_000)
    expect(decided).toBe('allow')
    expect(journal.events()).toContainEqual(
      expect.objectContaining({ type: 'approval_decided', reason: 'timeout_default' }),
    )
  })

  const never: readonly (readonly [what: string, call: CallInput, place: Partial<Place>])[] = [
    ['high risk', { tool: 'bash', input: { command: 'echo "$(ls)"' } }, {}],
    ['critical risk', { tool: 'write_file', input: { path: '.env', content: 'x' } }, {}],
    ['more rights', { tool: 'shell_exec', input: { argv: ['ls'], sandbox_permissions: 'require_escalated' } }, {}],
    ['automation', write, { automation: true }],
  ]
  test.each(never)('C1: it never covers %s', async (_what, call, place) =>
    expect((await waited(insisting, call, 30_000, place)).decided).toBe('deny'),
  )
})

describe('C1: a timeout allows only by an explicit choice', () => {
  const file = (layer: 'organisation' | 'user' | 'project', source: string, trusted = true) =>
    ({ layer, trusted, source }) as const
  const opted = 'approvals: { on_timeout: allow }'
  test.each([
    ['no file sets it', [], 'deny'],
    ['the user says so', [file('user', opted)], 'allow'],
    ['a file sets only the time', [file('user', 'approvals: { timeout: 9s }')], 'deny'],
    [
      'the organisation says no',
      [file('organisation', 'approvals: { on_timeout: deny }'), file('user', opted)],
      'deny',
    ],
    ['the project says no', [file('user', opted), file('project', 'approvals: { on_timeout: deny }')], 'deny'],
    ['only an untrusted file says so', [file('project', opted, false)], 'deny'],
  ] as const)('%s', async (_how, files, want) => {
    expect((await withFiles(files)).approvals.onTimeout).toBe(want)
  })
})

describe('C1: a new gate warns if a timeout allows', () => {
  const warned = { type: 'policy_warned', code: 'silence_allows', message: expect.stringContaining('user.yaml') }

  test('in the journal, before the first call', async () => {
    const { gate, journal, types } = openGate({ policies: insisting })
    await gate.check(write)
    await gate.check(write)
    expect(journal.events()[0]).toMatchObject(warned)
    expect(types().filter(type => type === 'policy_warned')).toHaveLength(1)
  })

  test('to listeners, even if the journal has it from an earlier process', async () => {
    const memory = new Map<string, Allowance>()
    const policyMemory = {
      recall: () => memory.get('') ?? null,
      remember: (_: unknown, it: Allowance) => void memory.set('', it),
    }
    for (const recorded of [1, 0]) {
      const { gate, types } = openGate({ policies: insisting, policyMemory })
      const heard: unknown[] = []
      gate.events.on(event => event.type === 'policy_warned' && heard.push(event))
      await gate.check(write)
      expect(heard).toMatchObject([warned])
      expect(types().filter(type => type === 'policy_warned')).toHaveLength(recorded)
    }
  })

  test('a policy that is loaded later warns too', async () => {
    const { gate, types } = openGate({ policies: guide })
    await gate.reload(insisting)
    expect(types()).toEqual(['policy_loaded', 'policy_warned'])
  })

  test('a gate without such a policy does not warn', async () => {
    const { gate, types } = openGate({ policies: guide })
    await gate.check(write)
    expect(types()).not.toContain('policy_warned')
  })
})

describe('C9: the shortest of several timeouts counts', () => {
  test.each([
    ['the preset alone', 'mode: allow', 30_000],
    ['a shorter one', 'approvals: { timeout: 5s }', 5_000],
    ['a longer one', 'approvals: { timeout: 10m }', 30_000],
  ])('%s', async (_how, source, ms) => expect((await withPolicy(source, guide)).approvals.timeoutMs).toBe(ms))
})

test('C12: without an approver, the call is denied with error kind `permission`', async () => {
  const verdict = await openGate({ policies: deepDive }).gate.check(bash('make'))
  expect(verdict).toMatchObject({ decision: 'deny', code: 'no_approver', errorKind: 'permission' })
})

describe('C28: in automation rules as code still answer, and the rest is denied', () => {
  const rules = ruleApprover({
    rules: [{ tool: 'shell_exec', condition: ({ summary }) => summary.includes('make'), decision: 'approved' }],
  })
  const exec = (program: string): CallInput => ({ tool: 'shell_exec', input: { argv: [program] } })
  test.each([
    ['what a rule approves runs', deepDive, 'make', 'allow'],
    ['what none covers is denied', deepDive, 'ninja', 'deny'],
    ["the guide's preset denies outright", guide, 'make', 'deny'],
  ])('%s', async (_how, policies, program, decision) => {
    const { approver, asked } = person()
    const { gate } = openGate({ policies, approvers: [rules, approver], place: { automation: true } })
    expect((await gate.check(exec(program))).decision).toBe(decision)
    expect(asked).toEqual([])
  })
})

describe('R126: the sanitised request is hashed, shown and recorded', () => {
  const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`
  const raw: readonly CallInput[] = [
    { tool: 'shell_exec', input: { argv: ['make', token] } },
    { tool: 'shell_command', input: { command: `make ${token}` } },
    { tool: 'file_write', input: { path: 'a', content: token } },
    { tool: 'apply_patch', input: { input: `*** Begin Patch\n*** Add File: a\n+${token}\n*** End Patch` } },
    { tool: 'write_stdin', input: { session_id: 1, chars: token } },
    { tool: 'frobnicate', input: { password: token } },
  ]
  test.each(raw)('$tool', async call => {
    const { approver, asked } = person()
    const { gate, journal } = openGate({ policies: deepDive, approvers: [approver] })
    const { key, request } = await gate.check(call)
    expect(JSON.stringify(request)).not.toContain(token)
    expect(asked).toMatchObject([{ key, details: request }])
    for (const event of journal.events()) if ('request' in event) expect(event.request).toEqual(request)
  })
})

test('R126: the key is the hash of the sanitised request, where contents are digests', async () => {
  const { gate } = openGate({ policies: deepDive })
  const { key, request } = gate.judge({ tool: 'file_write', input: { path: 'a', content: 'x' } })
  expect(key).toBe(
    approvalKey({ tool: 'file_write', request: canonicalJson(request), secrets: [], runKey: new Uint8Array(32) }),
  )
})

describe('R186: once a stage stops a call, no later one runs', () => {
  test.each([
    ['the floor', bash('rm -rf /'), 'floor', 0],
    ['policy', bash('sudo id'), 'policy', 0],
    ['approvals', bash('make'), 'approval', 1],
  ])('%s', async (_what, call, stage, times) => {
    const { approver, asked } = person('denied')
    const { gate, journal } = openGate({ policies: deepDive, approvers: [approver] })
    expect((await gate.check(call)).decision).toBe('deny')
    expect(asked).toHaveLength(times)
    expect(journal.events()).toContainEqual(expect.objectContaining({ type: 'tool_call_judged', stage }))
    expect(journal.events().map(event => event.type)).not.toContain('tool_call_started')
  })
})

describe('R176: the error kind matches the remedy', () => {
  test.each([
    ['validation', ['validation', 'unknown_key', 'input_too_large']],
    ['permission', ['floor', 'boundary', 'policy_denied', 'approval_denied', 'no_approver']],
    ['not_found', ['not_found']],
    ['sandbox_denied', ['sandbox_denied']],
    ['timeout', ['approval_timeout']],
    ['human_required', ['human_required']],
    ['cancelled', ['cancelled', 'approval_aborted']],
    ['unknown', ['internal']],
  ] as const)('%s', (kind, codes) => expect(codes.map(errorKind)).toEqual(codes.map(() => kind)))
})

describe('R212: two baselines ship', () => {
  const fileOf = async (name: string) => (await withPreset(name)).base.document
  const listed = async (name: string, then: 'allow' | 'deny') =>
    new Set((await fileOf(name)).rules.flatMap(rule => (rule.then === then ? (rule.when.run ?? []) : [])))

  test('both ask, dev in a light fence, prod in a tight one', async () => {
    expect(await fileOf('dev')).toMatchObject({ mode: 'ask', fence: { profile: 'minimal' } })
    expect(await fileOf('prod')).toMatchObject({ mode: 'ask', fence: { profile: 'strict' } })
  })

  test("prod's allowlist is a part of dev's, and smaller", async () => {
    const [dev, prod] = [await listed('dev', 'allow'), await listed('prod', 'allow')]
    expect([...prod].filter(entry => !dev.has(entry))).toEqual([])
    expect(prod.size).toBeLessThan(dev.size)
  })

  test("prod's denylist has all of dev's, and more", async () => {
    const [dev, prod] = [await listed('dev', 'deny'), await listed('prod', 'deny')]
    expect([...dev].filter(entry => !prod.has(entry))).toEqual([])
    expect(prod.size).toBeGreaterThan(dev.size)
  })
})
