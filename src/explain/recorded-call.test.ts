import { describe, expect, test } from 'vitest'
import { bash, openGate } from '../../test/requirements/open-gate.ts'
import type { CallRequested } from '../audit/event.ts'
import type { JsonObject } from '../core/json.ts'
import { isSameCall, recordedCall } from './recorded-call.ts'

const rows: readonly (readonly [what: string, tool: string, input: JsonObject, isSame: boolean])[] = [
  ['a command', 'Bash', bash('git push origin main').input as JsonObject, true],
  ['a command with a description', 'Bash', { command: 'ls', description: 'look' }, true],
  ['a command in another directory', 'exec_command', { cmd: 'rm a', workdir: 'src' }, true],
  ['a command as words', 'shell', { command: ['bash', '-lc', 'rm a'] }, true],
  ['a read', 'Read', { file_path: 'src/a.ts', limit: 5 }, true],
  ['a write, without its text', 'Write', { file_path: 'a.txt', content: 'hello' }, true],
  ['an edit, without its texts', 'Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }, true],
  ['a request to the web', 'WebFetch', { url: 'https://example.com/x', prompt: 'p' }, true],
  ['a tool of an MCP server', 'mcp__fs__read_file', { path: '/etc/hosts' }, true],
  [
    'a patch, whose text is not recorded',
    'apply_patch',
    { input: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' },
    false,
  ],
]

describe('a recorded call can be judged again', () => {
  test.each(rows)('%s', async (_, tool, input, isSame) => {
    const { gate, journal } = openGate()
    await gate.check({ tool, input })
    const requested = journal.events().find(event => event.type === 'tool_call_requested') as CallRequested
    expect(isSameCall(requested, gate.judge(recordedCall(requested)))).toBe(isSame)
  })
})
