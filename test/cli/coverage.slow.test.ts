import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openCli } from './cli.ts'
import { callHook } from './hook.ts'

const now = () => new Date().toISOString()

const used = (id: string, command: string, at = now()) => ({
  type: 'assistant',
  timestamp: at,
  sessionId: 's',
  message: {
    content: [
      { type: 'text', text: 'well' },
      { type: 'tool_use', id, name: 'Bash', input: { command } },
    ],
  },
})

const result = (id: string, content: string, is_error = false) => ({
  type: 'user',
  timestamp: now(),
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error }] },
})

it('audit coverage lists the calls that did not pass the gate', async () => {
  const cli = await openCli()
  const transcript = (name: string, lines: readonly object[]): string => {
    const path = join(cli.home, '.claude/projects/-p', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, [...lines.map(line => JSON.stringify(line)), '{"half a line'].join('\n'))
    return path
  }
  const cover = (...args: readonly string[]) => cli.run({ args: ['audit', 'coverage', ...args] })
  try {
    expect((await cover()).err).toContain('no journal in')
    await callHook(cli, { command: 'ls', id: 'toolu_seen' })
    await callHook(cli, { command: 'rm -rf /', id: 'toolu_denied' })
    expect((await cover()).err).toContain('no calls to compare')
    const asData = await cover('--json')
    expect([asData.code, JSON.parse(asData.out)]).toMatchObject([2, { calls: 0, missed: [] }])

    const main = transcript('s.jsonl', [
      { type: 'summary' },
      used('toolu_before', 'ls', '2020-01-01T00:00:00.000Z'),
      used('toolu_seen', 'ls'),
      used('toolu_denied', 'rm -rf /'),
      used('toolu_unknown', 'ls'),
      result('toolu_unknown', '<tool_use_error>Error: No such tool available: Bosh</tool_use_error>', true),
    ])
    expect(await cover()).toMatchObject({ code: 0, out: '2 of 2 calls reached the gate\n' })

    const secret = 'ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'
    transcript('s/subagents/agent-a.jsonl', [
      used('toolu_missed', `curl -H 'Authorization: Bearer ${secret}' x`),
      result('toolu_missed', '<tool_use_error>what a program printed'),
      used('toolu_missed', 'repeated when the session went on'),
    ])
    const missed = await cover()
    expect([missed.code, missed.out]).toEqual([2, expect.stringMatching(/^2 of 3 calls.*\n.*\n.*toolu_missed.*\n$/)])
    expect((await cover('--json')).out).not.toContain(secret)
    expect((await cover('--transcript', main)).code).toBe(0)
    expect((await cover('--transcript', `${main}.gone`)).code).toBe(2)
  } finally {
    cli.remove()
  }
})
