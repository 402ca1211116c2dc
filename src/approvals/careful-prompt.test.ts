import { describe, expect, test } from 'vitest'
import { openGate, withPolicy, withPreset } from '../../test/requirements/open-gate.ts'
import type { Place } from '../core/call.ts'
import type { CallInput } from '../gate/take-call.ts'
import { riskClass } from '../policy/rules/risk-class.ts'
import { fakeClock, memoryJournal } from '../testing.ts'
import { carefulApprovers, readReply } from './careful-prompt.ts'

const guide = await withPreset('policy-guide')
const asking = await withPolicy('rules: [{ id: unclassified, when: { opaque: true }, then: ask }]', guide)

describe('R92: replies of a person', () => {
  test.each([
    ['allow', ['a', 'y', 'yes', 'allow', 'Y', ' yes ', 'ALLOW']],
    ['deny', ['d', 'n', 'no', 'deny', 'No']],
    ['allow_all', ['aaa', 'all', 'AAA']],
    [null, ['', ' ', 'aa', 'aaaa', 'ye', 'yes!', 'y y', 'ok', 'sure', 'allowed', 'constructor', '1', 'true', '\u0430']],
  ] as const)('%s', (reply, typed) => expect(typed.map(readReply)).toEqual(typed.map(() => reply)))
})

/** A gate in careful mode with a person who types these lines, one after the other, and then leaves. */
function open(typed: readonly string[], place: Partial<Place> = {}) {
  const shown: string[] = []
  const lines = [...typed]
  const ask = async (question: string) => {
    shown.push(question)
    return lines.shift() ?? null
  }
  const clock = fakeClock()
  const settings = memoryJournal({ journal: 'settings', at: clock.now().toISOString() })
  const approvers = carefulApprovers({
    ask,
    riskOf: tool => riskClass(asking, tool),
    journal: settings,
    clock,
    by: 'dev',
  })
  return { ...openGate({ policies: asking, approvers, place: { careful: true, ...place } }), shown, settings }
}

const bash = (command: string): CallInput => ({ tool: 'bash', input: { command } })
const write: CallInput = { tool: 'write_file', input: { path: 'a.ts', content: 'x' } }
const unlisted: CallInput = { tool: 'frobnicate', input: {} }

describe('R92: the result of a reply', () => {
  test.each([
    ['yes', ['y'], 'allow', 1],
    ['no', ['n'], 'deny', 1],
    ['anything else asks again', ['what?', '', 'aa', 'y'], 'allow', 4],
    ['and never allows', ['what?', 'sure', 'n'], 'deny', 3],
    ['who has gone allows nothing', [], 'deny', 1],
    ['a person who leaves after an invalid reply denies', ['hm'], 'deny', 2],
  ] as const)('%s', async (_how, typed, decision, times) => {
    const { gate, shown } = open(typed)
    expect((await gate.check(write)).decision).toBe(decision)
    expect(shown).toHaveLength(times)
  })

  test('an approval counts for this call only', async () => {
    const { gate, shown } = open(['y', 'y'])
    await gate.check(write)
    await gate.check(bash('make'))
    expect(shown).toHaveLength(2)
  })
})

describe('C33: `aaa` approves the session and is recorded', () => {
  test('it allows this and all later high-risk calls', async () => {
    const { gate, shown, settings, journal } = open(['aaa'])
    for (const call of [write, bash('make'), bash('git push -f')])
      expect((await gate.check(call)).decision).toBe('allow')
    expect(shown).toHaveLength(1)
    expect(settings.events()).toMatchObject([
      { type: 'setting_changed', session: 'test', setting: 'auto-approve', value: 'high-risk calls', by: 'dev' },
    ])
    expect(journal.events()).toContainEqual(expect.objectContaining({ type: 'approval_decided', reason: 'auto' }))
  })

  const more = { tool: 'shell_exec', input: { argv: ['ls'], sandbox_permissions: 'require_escalated' } }
  test.each([
    ['another session', { ...write, session: 'other' }, 2],
    ['a tool that is not of high risk', unlisted, 2],
    ['more rights (C7)', more, 2],
  ] as const)('it does not answer for %s', async (_what, call, times) => {
    const { gate, shown } = open(['aaa', 'n'])
    await gate.check(write)
    expect((await gate.check(call)).decision).toBe('deny')
    expect(shown).toHaveLength(times)
  })

  test('it does not lift the floor (C7)', async () => {
    const { gate } = open(['aaa'])
    await gate.check(write)
    expect(await gate.check(bash('rm -rf /'))).toMatchObject({ decision: 'deny', code: 'floor' })
  })

  test('if it cannot be recorded, it counts for this call only', async () => {
    const { gate, shown, settings } = open(['aaa', 'n'])
    settings.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect((await gate.check(write)).decision).toBe('allow')
    expect((await gate.check(bash('make'))).decision).toBe('deny')
    expect(shown).toHaveLength(2)
  })

  test('R100: in automation there is no prompt', async () => {
    const { gate, shown } = open(['y'], { automation: true })
    expect((await gate.check(write)).decision).toBe('deny')
    expect(shown).toEqual([])
  })
})

describe('R88: a careful prompt shows the tool, its arguments and its risk class', () => {
  test.each([
    ['a command', bash('git push -f'), ['bash', 'command:   git push -f', 'high (this call: ']],
    ['arguments', write, ['write_file', 'arguments: {', '"path":"/home/dev/project/a.ts"', 'high (this call: ']],
    ['another class', unlisted, ['frobnicate', 'unclassified']],
    ['text that would draw on the terminal', bash('echo \u001b[2J\u202e'), ['echo \\u{1b}[2J\\u{202e}']],
  ])('%s', async (_what, call, parts) => {
    const { gate, shown } = open(['n'])
    await gate.check(call)
    for (const part of parts) expect(shown[0]).toContain(part)
    expect(shown[0]).not.toMatch(/[\u001b\u202e]/)
  })

  test('a careful prompt shows no secret', async () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`
    const { gate, shown } = open(['n'])
    await gate.check(bash(`git push https://x:${token}@github.com/a/b`))
    expect(shown[0]).not.toContain(token)
  })
})
