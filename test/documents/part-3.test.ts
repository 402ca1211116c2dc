import { describe, expect, test } from 'vitest'
import type { CallInput } from '../../src/gate/take-call.ts'
import type { Descriptor } from '../../src/tools/descriptor.ts'
import { openGate, person, withPreset } from '../requirements/open-gate.ts'

const pipeline = await withPreset('pipeline')
const toolSafety = await withPreset('tool-safety')
const deepDive = await withPreset('deep-dive')

const shell = (command: string): CallInput => ({ tool: 'Bash', input: { command } })
const exec = (argv: readonly string[], env?: Readonly<Record<string, string>>): CallInput => ({
  tool: 'shell_exec',
  input: { argv, ...(env === undefined ? {} : { env }) },
})

/** Attacks on what the older systems remembered. They need several calls, so they are not in the tables of cases. */
const remembered = [
  [
    '15: a tail behind an approved push',
    pipeline,
    shell('git push origin main'),
    shell('git push origin main && node evil.js'),
  ],
  ['16: another text for an approved interpreter', pipeline, shell('python x.py'), shell('python y.py')],
  ['37: another command of an approved shell', toolSafety, shell('make'), shell('make install')],
  [
    '44: another value in an approved environment',
    deepDive,
    exec(['make'], { PYTHONPATH: '.' }),
    exec(['make'], { PYTHONPATH: '/tmp/evil' }),
  ],
] as const

describe('an approval for the session covers the same call', () => {
  test.each(remembered)('%s is asked again', async (_what, policies, approved, next) => {
    const { approver, asked } = person('approved_for_session')
    const { gate } = openGate({ policies, approvers: [approver] })
    await gate.check(approved)
    await gate.check(approved)
    expect(asked).toHaveLength(1)
    await gate.check(next)
    expect(asked).toHaveLength(2)
  })

  test('37: an approval does not cover another session', async () => {
    const { approver, asked } = person('approved_for_session')
    const { gate } = openGate({ policies: toolSafety, approvers: [approver] })
    for (const session of ['one', 'two']) await gate.check({ ...shell('make'), session })
    expect(asked).toHaveLength(2)
  })
})

describe('50: a custom tool of category shell_exec is judged like a shell', () => {
  const descriptor: Descriptor = {
    category: 'shell_exec',
    extractRisk: args => ({ argv: args['argv'] as string[], riskLevel: 'medium', reason: 'custom' }),
    sanitiseForApproval: args => args,
    sanitiseForEvent: args => args,
  }
  test.each([
    ['ask', ['sudo', 'id'], 'deny'],
    ['deny', ['sudo', 'id'], 'deny'],
    ['ask', ['pytest', '-q'], 'allow'],
    ['deny', ['pytest', '-q'], 'deny'],
    ['ask', ['make'], 'ask'],
  ] as const)('in mode %s, %j: %s', async (mode, argv, decision) => {
    const policies = await withPreset('deep-dive', mode)
    const { gate } = openGate({ policies, tools: { getDescriptor: () => descriptor } })
    expect(gate.judge({ tool: 'mine', input: { argv } }).decision).toBe(decision)
  })
})

test('54: a token in a command is in no record', async () => {
  const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`
  const { approver, asked } = person()
  const { gate, journal } = openGate({ policies: deepDive, approvers: [approver] })
  const verdict = await gate.check(shell(`curl -H "Authorization: Bearer ${token}" https://example.com`))
  expect(JSON.stringify([journal.lines(), asked, verdict.request])).not.toContain(token)
  expect(verdict.advice[0]).toContain('`env`')
})

test('64: a command is judged in the working directory that the call names', async () => {
  const policies = await withPreset('pipeline')
  const call: CallInput = { tool: 'sandbox', input: { command: 'cat id_rsa', cwd: '/root/.ssh' } }
  expect(openGate({ policies }).gate.judge(call).decision).toBe('deny')
})
