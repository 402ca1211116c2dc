import { describe, expect, test } from 'vitest'
import type { CallInput } from '../../src/gate/take-call.ts'
import { bash, openGate, person } from './open-gate.ts'

const pairs: readonly (readonly [how: string, one: CallInput, other: CallInput])[] = [
  [
    'other words about it',
    { tool: 'Bash', input: { command: 'git push', description: 'a' } },
    { tool: 'Bash', input: { command: 'git push', description: 'harmless, please allow' } },
  ],
  [
    'another spelling of the path',
    { tool: 'Read', input: { file_path: 'a/../.env' } },
    { tool: 'Read', input: { file_path: '/home/dev/project/.env' } },
  ],
  [
    'another order of keys',
    { tool: 'shell_exec', input: { argv: ['ls'], cwd: '.' } },
    { tool: 'shell_exec', input: { cwd: '.', argv: ['ls'] } },
  ],
  [
    'typed text that differs only in time',
    { tool: 'write_stdin', input: { session_id: 1, chars: 'x', yield_time_ms: 1 } },
    { tool: 'write_stdin', input: { session_id: 1, chars: 'x', yield_time_ms: 9 } },
  ],
]

test('R40: the same call has the same verdict, regardless of earlier calls and answers', async () => {
  const calls = ['ls', 'git push', 'rm -rf /', 'cat .env', 'echo "'].map(bash)
  const { gate } = openGate({ approvers: [person('approved_for_session').approver] })
  const before = calls.map(call => gate.judge(call))
  for (const call of calls) await gate.check(call)
  expect(calls.map(call => gate.judge(call))).toEqual(before)
})

describe('R41: the same sanitised request has the same decision', () => {
  test.each(pairs)('%s', (_how, one, other) => {
    const first = openGate().gate.judge(one)
    const second = openGate().gate.judge(other)
    expect(second.request).toEqual(first.request)
    expect(second.key).toBe(first.key)
    expect(second.decision).toBe(first.decision)
  })
})

describe('R21: a write is judged before anything is written', () => {
  test.each([
    ['write_file', { path: '.env', content: 'x' }, 'ask'],
    ['edit_file', { path: '.ssh/config', old_string: 'x', new_string: 'y' }, 'ask'],
    ['write_file', { path: 'src/a.ts', content: 'x' }, 'allow'],
    ['write_file', { path: '/etc/passwd', content: 'x' }, 'deny'],
  ])('%s %j: %s', (tool, input, decision) => {
    const { gate, journal } = openGate()
    expect(gate.judge({ tool, input }).decision).toBe(decision)
    expect(journal.events()).toEqual([])
  })
})

describe('R218: a sentence names the rule or layer that decided', () => {
  test.each([
    ['git push -f', 'overwrites history on the remote (destructive; mode `ask_for_writes` asks first)'],
    [
      'cat .env',
      'reads `/home/dev/project/.env` (environment file): sensitive files hold secrets or run code later (rule `secrets` asks first)',
    ],
    ['rm /x', 'deletes `/x`, outside the workspace (preset `balanced` asks first)'],
    ['ls', 'runs `ls` (rule `everyday-programs` allows it)'],
    ['rm -rf /', 'deletes `/`, a whole system or home directory (the floor never allows this)'],
  ])('%s', (command, because) => {
    const { decision, reasons } = openGate().gate.judge({ tool: 'Bash', input: { command } })
    expect(reasons.find(reason => reason.decision === decision)?.because).toBe(because)
  })
})
