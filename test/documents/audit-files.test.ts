import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Place } from '../../src/core/call.ts'
import { logPipeline, logToolPolicy, toolPolicyLogPath } from '../../src/documents/index.ts'
import type { Approver } from '../../src/gate/ports.ts'
import type { CallInput } from '../../src/gate/take-call.ts'
import type { Policies } from '../../src/policy/policies.ts'
import { bash, nobodyHome, openGate, person, withPolicy, withPreset } from '../requirements/open-gate.ts'

const directory = mkdtempSync(join(tmpdir(), 'sallyport-audit-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let files = 0
const newPath = () => join(directory, 'logs', `audit-${++files}.jsonl`)
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const guide = await withPreset('policy-guide')
const blocking = await withPolicy('rules: [{ id: blocked, when: { tool: web_fetch }, then: deny }]', guide)

/** A gate under the guide's preset that writes its audit file. */
function open(options: { policies?: Policies; place?: Partial<Place>; approvers?: readonly Approver[] } = {}) {
  const policies = options.policies ?? guide
  const opened = openGate({ ...options, policies })
  const path = newPath()
  return { ...opened, path, stop: logToolPolicy({ gate: opened.gate, policies, path }) }
}

const tool = (name: string, input: Record<string, unknown> = {}): CallInput => ({ tool: name, input })
const write = tool('write_file', { path: 'a.ts', content: 'x' })
const edit = tool('edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' })

describe('R141: one line for each call that is not of low risk', () => {
  const rows: readonly (readonly [
    how: string,
    call: CallInput,
    place: Partial<Place>,
    want: Record<string, unknown>,
  ])[] = [
    [
      'high',
      tool('bash', { command: 'git push' }),
      {},
      { tool: 'bash', operation: 'execute', classification: 'high', verdict: 'allowed', duration_ms: null },
    ],
    [
      'high in automation',
      write,
      { automation: true },
      { classification: 'high', verdict: 'denied', automation_mode: true, careful_mode: false },
    ],
    ['medium', edit, {}, { classification: 'medium', verdict: 'allowed', operation: 'write' }],
    [
      'medium in automation',
      edit,
      { automation: true },
      { classification: 'medium', verdict: 'allowed', automation_mode: true },
    ],
    ['unclassified', tool('frobnicate'), {}, { classification: 'unclassified', verdict: 'allowed' }],
    [
      'blocked',
      tool('web_fetch', { url: 'https://example.com' }),
      {},
      { classification: 'blocked', verdict: 'denied', rationale: expect.stringContaining('`blocked`') },
    ],
  ]
  test.each(rows)('%s', async (_how, call, place, want) => {
    const { gate, path } = open({ policies: blocking, place })
    await gate.check(call)
    expect(linesOf(path)).toEqual([
      expect.objectContaining({ session_id: 'test', timestamp: '2026-01-01T00:00:00.000Z', ...want }),
    ])
  })

  test('a line has every field of the schema, and no other', async () => {
    const { gate, path } = open()
    await gate.check(write)
    expect(Object.keys(linesOf(path)[0]).sort()).toEqual([
      'arguments',
      'automation_mode',
      'careful_mode',
      'classification',
      'duration_ms',
      'operation',
      'rationale',
      'session_id',
      'timestamp',
      'tool',
      'verdict',
    ])
  })

  test('a call that asked is `gated`, with the waiting time', async () => {
    const slow: Approver = {
      ...person().approver,
      request: async () => {
        opened.clock.advance(1500)
        return { decision: 'approved', by: 'dev' }
      },
    }
    const opened = open({ place: { careful: true }, approvers: [slow] })
    await opened.gate.check(write)
    expect(linesOf(opened.path)).toMatchObject([
      {
        verdict: 'gated',
        careful_mode: true,
        duration_ms: 1500,
        rationale: expect.stringMatching(/^approved by dev: writes .*\(rule `high` asks first\)$/),
      },
    ])
  })

  test('secrets in the arguments are redacted', async () => {
    const { gate, path } = open()
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`
    await gate.check(tool('bash', { command: `git push https://x:${token}@github.com/a/b` }))
    expect(readFileSync(path, 'utf8')).not.toContain(token)
    expect(JSON.stringify(linesOf(path)[0].arguments)).toContain('[redacted:')
  })
})

test('R61: low tools add no line, and the journal has them (C16)', async () => {
  const { gate, path, types } = open()
  for (const name of ['search', 'glob', 'grep']) await gate.check(tool(name, { pattern: 'x' }))
  await gate.check(tool('todo', { todos: [] }))
  expect(() => statSync(path)).toThrow('ENOENT')
  expect(types().filter(type => type === 'tool_call_judged')).toHaveLength(4)
})

describe('R142: the path of the file', () => {
  const env = { HOME: '/home/dev' }
  test.each([
    ['the default', { env }, '/home/dev/.letsgo/logs/tool-policy-audit.jsonl'],
    ['LETSGO_HOME', { env: { ...env, LETSGO_HOME: '/srv/l' } }, '/srv/l/logs/tool-policy-audit.jsonl'],
    [
      'the base directory comes first',
      { env: { ...env, LETSGO_HOME: '/srv/l' }, baseDir: '/b' },
      '/b/logs/tool-policy-audit.jsonl',
    ],
    ['log_path moves it', { env, logPath: '/var/log/x.jsonl' }, '/var/log/x.jsonl'],
    ['null keeps the default', { env, logPath: null }, '/home/dev/.letsgo/logs/tool-policy-audit.jsonl'],
    ['switched off', { env, enabled: false, logPath: '/x' }, null],
  ])('%s', (_how, options, want) => expect(toolPolicyLogPath(options)).toBe(want))

  test('C36: the journal is written even without the file', async () => {
    const { gate, path, stop, types } = open()
    stop()
    await gate.check(write)
    expect(() => statSync(path)).toThrow('ENOENT')
    expect(types()).toContain('tool_call_judged')
  })

  test('a file that cannot be written is reported, and the verdict stays', async () => {
    const faults: string[] = []
    const { gate } = openGate({ policies: guide })
    logToolPolicy({ gate, policies: guide, path: '/dev/null/x/audit.jsonl', onFault: fault => faults.push(fault.code) })
    expect((await gate.check(write)).decision).toBe('allow')
    expect(faults).toEqual(['audit_unavailable'])
  })
})

test('R143: a renamed file is left alone, and a new one is created (C30)', async () => {
  const { gate, path } = open()
  await gate.check(write)
  renameSync(path, `${path}.1`)
  await gate.check(edit)
  await gate.check(edit)
  expect(linesOf(`${path}.1`)).toMatchObject([{ tool: 'write_file' }])
  expect(linesOf(path)).toMatchObject([{ tool: 'edit_file' }, { tool: 'edit_file' }])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

describe("R138: the pipeline's audit file, with the names of its document (C32)", () => {
  test('attempts, approvals and violations', async () => {
    const opened = openGate({ policies: await withPreset('pipeline'), approvers: [person().approver] })
    const path = newPath()
    logPipeline({ gate: opened.gate, path })
    await opened.gate.check(bash('ls'))
    await opened.gate.check(bash('npm test'))
    await opened.gate.check(tool('Read', { file_path: '/srv/x' }))
    const of = { timestamp: '2026-01-01T00:00:00.000Z', session_id: 'test' }
    expect(linesOf(path)).toEqual([
      {
        ...of,
        event: 'tool_attempt',
        tool_name: 'Bash',
        tool_input: expect.objectContaining({ command: 'ls' }),
        classification: 'read',
        decision: 'allow',
      },
      { ...of, event: 'approval', tool_name: 'Bash', approved: true, user_id: 'dev' },
      expect.objectContaining({
        event: 'tool_attempt',
        tool_input: expect.objectContaining({ command: 'npm test' }),
        decision: 'allow',
      }),
      {
        ...of,
        event: 'security_violation',
        tool_name: 'Read',
        reason: expect.stringContaining('/srv/x'),
        risk_level: 'low',
      },
      expect.objectContaining({ event: 'tool_attempt', tool_name: 'Read', decision: 'deny' }),
    ])
  })

  test('R139: a long text is truncated in this file too', async () => {
    const opened = openGate({ policies: await withPreset('pipeline') })
    const path = newPath()
    logPipeline({ gate: opened.gate, path })
    await opened.gate.check(bash(`echo ${'x'.repeat(600)}`))
    expect(linesOf(path)[0].tool_input.command).toMatch(/^echo x{495}\.\.\.\[truncated\]$/)
  })
})

test('C1: a timeout that allows is recorded as such', async () => {
  const policies = await withPolicy('approvals: { on_timeout: allow }', guide)
  const opened = open({ policies, place: { careful: true }, approvers: [nobodyHome] })
  const verdict = opened.gate.check(write)
  await new Promise(setImmediate)
  opened.clock.advance(30_000)
  expect((await verdict).decision).toBe('allow')
  expect(linesOf(opened.path)).toMatchObject([
    { verdict: 'gated', rationale: expect.stringMatching(/^timeout_default, no answer in 30000 ms: /) },
  ])
})

test('a question without an answer is `gated` and says so', async () => {
  const opened = open({ place: { careful: true }, approvers: [nobodyHome] })
  const verdict = opened.gate.check(write)
  await new Promise(setImmediate)
  opened.clock.advance(30_000)
  expect((await verdict).decision).toBe('deny')
  expect(linesOf(opened.path)).toMatchObject([
    { verdict: 'gated', duration_ms: 30_000, rationale: expect.stringContaining('denied by no answer in 30000 ms') },
  ])
})
