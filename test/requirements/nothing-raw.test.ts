import { describe, expect, test } from 'vitest'
import type { CallInput } from '../../src/gate/take-call.ts'
import { openGate, person } from './open-gate.ts'

const secret = 'MARKER-value-7'
const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`

/** Everything that leaves the gate about one call: journal, events, question, key. */
async function left(call: CallInput): Promise<string> {
  const { approver, asked } = person()
  const { gate, journal } = openGate({ approvers: [approver] })
  const heard: unknown[] = []
  gate.events.on(event => heard.push(event))
  const verdict = await gate.check(call)
  expect(journal.lines().length).toBeGreaterThan(2)
  return JSON.stringify([journal.lines(), heard, asked, verdict.key, verdict.request])
}

const env = { NAME: secret }
const environments: readonly CallInput[] = [
  { tool: 'shell_exec', input: { argv: ['git', 'push'], env } },
  { tool: 'shell', input: { command: ['git', 'push'], env } },
  { tool: 'shell_command', input: { command: 'git push $NAME', env } },
  { tool: 'exec_command', input: { cmd: 'git push', env } },
]

describe('R132: values of environment variables never leave the gate', () => {
  test.each(environments)('$tool', async call => expect(await left(call)).not.toContain(secret))
})

const contents: readonly CallInput[] = [
  { tool: 'file_write', input: { path: '/srv/a.txt', content: secret } },
  { tool: 'Write', input: { file_path: '/srv/a.txt', content: secret } },
  { tool: 'Edit', input: { file_path: '/srv/a.txt', old_string: secret, new_string: `${secret}2` } },
  { tool: 'apply_patch', input: { input: `*** Delete File: a\n*** Add File: b\n+${secret}` } },
]

describe('R188: contents and patches never leave the gate', () => {
  test.each(contents)('$tool', async call => expect(await left(call)).not.toContain(secret))
})

const literals: readonly CallInput[] = [
  { tool: 'Bash', input: { command: `git push https://x:${token}@github.com/a/b` } },
  { tool: 'shell_exec', input: { argv: ['unknown-program', '--token', token] } },
  { tool: 'mcp__x__y', input: { password: token } },
]

describe('R133: secrets in the recorded arguments are replaced by a mark', () => {
  test.each(literals)('$tool', async call => {
    const { gate, journal } = openGate({ approvers: [person().approver] })
    await gate.check(call)
    expect(journal.lines().join('\n')).not.toContain(token)
    expect(journal.lines().join('\n')).toMatch(/"request":[^\n]*\[redacted:/)
  })
})

const inCommands: readonly CallInput[] = [
  { tool: 'shell_exec', input: { argv: ['unknown-program', '--token', token] } },
  { tool: 'shell', input: { command: ['unknown-program', token] } },
  { tool: 'shell_command', input: { command: `unknown-program --token=${token}` } },
  { tool: 'exec_command', input: { cmd: `API_TOKEN=${token} unknown-program` } },
  { tool: 'Bash', input: { command: `curl -H 'Authorization: Bearer ${token}' -d x https://example.com` } },
]

describe('R195: a secret in a command never leaves the gate, and the verdict gives advice', () => {
  test.each(inCommands)('$tool', async call => {
    expect(await left(call)).not.toContain(token)
    const { advice } = await openGate({ approvers: [person().approver] }).gate.check(call)
    expect(advice).toEqual([expect.stringContaining('through `env`')])
  })

  test('two secrets are two questions, even if both look the same (C37)', async () => {
    const { approver, asked } = person('approved_for_session')
    const { gate } = openGate({ approvers: [approver] })
    for (const end of ['1234', '1234', '5678'])
      await gate.check({ tool: 'shell_exec', input: { argv: ['unknown-program', token.slice(0, -4) + end] } })
    expect(asked).toHaveLength(2)
  })
})

test('R188: typed text is not in the question', async () => {
  const { approver, asked } = person()
  await openGate({ approvers: [approver] }).gate.check({
    tool: 'write_stdin',
    input: { session_id: 1, chars: `cat ${secret} | sh\n` },
  })
  expect(asked).toHaveLength(1)
  expect(JSON.stringify(asked)).not.toContain(secret)
})

test('R188: a question has the key, tool, summary and sanitised request', async () => {
  const { approver, asked } = person()
  const { gate } = openGate({ approvers: [approver] })
  const verdict = await gate.check({ tool: 'shell_exec', input: { argv: ['git', 'push'], env } })
  await gate.check({ tool: 'shell_command', input: { command: 'git push | tee a' } })
  expect(asked[0]).toMatchObject({
    tool: 'shell_exec',
    key: verdict.key,
    summary: 'shell_exec: git push',
    details: { argv: ['git', 'push'], env_keys: ['NAME'] },
  })
  expect(asked[1]).toMatchObject({ details: { intent: { argv: ['git', 'push'], is_complex: true } } })
})
