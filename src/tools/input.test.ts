import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import { codeOf, described, describeIn, effectTexts, ownWorld, world } from './world.fixture.ts'

type Row = readonly [why: string, tool: string, input: JsonObject, code: string]

const bad: readonly Row[] = [
  ['a command of the wrong type', 'Bash', { command: 5 }, 'validation'],
  ['a command that is a list', 'Bash', { command: ['ls'] }, 'validation'],
  ['no command', 'Bash', {}, 'validation'],
  ['an empty command', 'Bash', { command: '' }, 'validation'],
  ['a blank command', 'shell_command', { command: '  \n' }, 'validation'],
  ['a NUL byte in a command', 'Bash', { command: 'ls \0' }, 'nul_byte'],
  ['a NUL byte in another shell text', 'exec_command', { cmd: 'ls \0' }, 'nul_byte'],
  ['argv that is a text', 'shell_exec', { argv: 'ls' }, 'validation'],
  ['empty argv', 'shell_exec', { argv: [] }, 'validation'],
  ['argv without a program', 'shell_exec', { argv: ['', 'x'] }, 'validation'],
  ['argv with a number', 'shell_exec', { argv: ['ls', 1] }, 'validation'],
  ['a NUL byte in argv', 'shell_exec', { argv: ['ls', 'a\0b'] }, 'nul_byte'],
  ['a NUL byte in the words of shell', 'shell', { command: ['l\0s'] }, 'nul_byte'],
  ['a NUL byte in a working directory', 'shell_exec', { argv: ['ls'], cwd: '/\0' }, 'nul_byte'],
  ['a sandbox policy that there is not', 'shell_exec', { argv: ['ls'], sandbox: 'off' }, 'validation'],
  ['an environment that is a list', 'shell_exec', { argv: ['ls'], env: ['A=b'] }, 'validation'],
  ['an environment with a number', 'shell_exec', { argv: ['ls'], env: { A: 1 } }, 'validation'],
  ['an environment name with an equals sign', 'shell_exec', { argv: ['ls'], env: { 'A=B': 'c' } }, 'validation'],
  ['an environment value with a NUL byte', 'shell_exec', { argv: ['ls'], env: { A: '\0' } }, 'validation'],
  ['a time that is a text', 'shell_exec', { argv: ['ls'], timeout_ms: '5' }, 'validation'],
  ['a session id that is a text', 'write_stdin', { session_id: '1', chars: 'x' }, 'validation'],
  ['a session id that is not an integer', 'write_stdin', { session_id: 1.5, chars: 'x' }, 'validation'],
  ['no session id', 'write_stdin', { chars: 'x' }, 'validation'],
  ['chars that are a list', 'write_stdin', { session_id: 1, chars: ['x'] }, 'validation'],
  ['no path', 'Read', {}, 'validation'],
  ['an empty path', 'Read', { file_path: '' }, 'validation'],
  ['a path that no file system takes', 'Read', { file_path: 'a'.repeat(4_097) }, 'validation'],
  ['such a path in a list', 'read_many_files', { paths: ['a', 'a/'.repeat(2_049)] }, 'validation'],
  [
    'such a path in a patch',
    'apply_patch',
    { input: `*** Begin Patch\n*** Add File: ${'a/'.repeat(15_000)}x\n+x\n*** End Patch` },
    'validation',
  ],
  ['a NUL byte in a path', 'Read', { file_path: 'a\0.txt' }, 'nul_byte'],
  ['a NUL byte in a path of a list', 'read_many_files', { paths: ['a', 'b\0'] }, 'nul_byte'],
  ['a NUL byte in a path to write', 'Write', { file_path: 'a\0', content: '' }, 'nul_byte'],
  ['a path that is an object', 'file_write', { path: {}, content: 'x' }, 'validation'],
  ['no content', 'Write', { file_path: 'a' }, 'validation'],
  ['content that is an object', 'Write', { file_path: 'a', content: {} }, 'validation'],
  ['a NUL byte in a glob', 'Glob', { pattern: '*\0' }, 'nul_byte'],
  ['a NUL byte in a search pattern', 'Grep', { pattern: '\0' }, 'nul_byte'],
  ['a NUL byte in a filter', 'Grep', { pattern: 'x', glob: '*.\0' }, 'nul_byte'],
  ['no pattern', 'Glob', { path: '.' }, 'validation'],
  ['an empty pattern', 'Glob', { pattern: '' }, 'validation'],
  ['no patch', 'apply_patch', {}, 'validation'],
  ['a NUL byte in a patched path', 'apply_patch', { input: '*** Add File: a\0b' }, 'nul_byte'],
  ['no address', 'WebFetch', { prompt: 'x' }, 'validation'],
  ['an invalid URL', 'WebFetch', { url: 'http://', prompt: 'x' }, 'validation'],
  ['no query', 'WebSearch', {}, 'validation'],
  ['an empty prompt (R160)', 'run_agent', { prompt: '' }, 'validation'],
  ['a blank prompt', 'Task', { prompt: ' ', description: 'd' }, 'validation'],
  ['a prompt that is too long (R155)', 'run_agent', { prompt: 'x'.repeat(32_001) }, 'validation'],
  [
    'a prompt in pieces that is too long',
    'spawn_agent',
    { items: [{ text: 'x'.repeat(20_000) }, { text: 'x'.repeat(20_000) }] },
    'validation',
  ],
  ['a model id with a space (R159)', 'run_agent', { prompt: 'x', model: 'a b' }, 'validation'],
  ['a model id that is too long', 'run_agent', { prompt: 'x', model: 'a'.repeat(129) }, 'validation'],
  ['an empty model id', 'run_agent', { prompt: 'x', model: '' }, 'validation'],
  ['nothing to say to a child', 'send_input', { id: '1', message: '' }, 'validation'],
  ['no child to go on with', 'resume_agent', {}, 'validation'],
  ['too much to say to a child that goes on', 'resume_agent', { id: '1', prompt: 'x'.repeat(32_001) }, 'validation'],
  ['no action', 'skill_exec', { skill_mention: '$a' }, 'validation'],
  ['a NUL byte in an MCP path', 'mcp__fs__read', { path: 'a\0' }, 'nul_byte'],
  ['a NUL byte in an MCP command', 'mcp__x__run', { command: 'ls\0' }, 'nul_byte'],
  ['a NUL byte deep in an MCP input', 'mcp__x__run', { a: [{ file: '\0' }] }, 'nul_byte'],
  ['a NUL byte in a path of an unknown tool', 'mine', { path: '\0' }, 'nul_byte'],
]

describe('bad input has a code, both if Sallyport and if the client runs the tool', () => {
  test.each(bad)('%s: %s', (_why, tool, input, code) => {
    expect(codeOf(world, tool, input)).toBe(code)
    expect(codeOf(ownWorld, tool, input)).toBe(code)
  })
})

const good: readonly Row[] = [
  [
    'the printed shell_exec (R207)',
    'shell_exec',
    { argv: ['bash', '-lc', 'pytest -q'], cwd: '.', timeout_ms: 120000, sandbox: 'inherit' },
    'ok',
  ],
  [
    'the printed exec_command',
    'exec_command',
    { cmd: 'python -u -c "print(1)"', yield_time_ms: 50, sandbox: 'inherit' },
    'ok',
  ],
  ['the printed write_stdin', 'write_stdin', { session_id: 1, chars: 'hello\n', yield_time_ms: 200 }, 'ok'],
  ['null for absent keys', 'shell_exec', { argv: ['ls'], cwd: null, env: null, timeout_ms: null, sandbox: null }, 'ok'],
  ['an empty file', 'file_write', { path: 'a', content: '' }, 'ok'],
  ['a prompt as long as it may be', 'run_agent', { prompt: 'x'.repeat(32_000), model: 'a/b:c-1.0' }, 'ok'],
  ['a NUL byte in content', 'file_write', { path: 'a', content: '\0' }, 'ok'],
]

describe('good input passes, both if Sallyport and if the client runs the tool', () => {
  test.each(good)('%s', (_why, tool, input, code) => {
    expect(codeOf(world, tool, input)).toBe(code)
    expect(codeOf(ownWorld, tool, input)).toBe(code)
  })
})

const unknown: readonly (readonly [tool: string, input: JsonObject, key: string, near: string])[] = [
  ['shell_command', { command: 'ls', commnd: 'x' }, 'commnd', 'command'],
  ['shell_exec', { argv: ['ls'], timeout_sm: 1 }, 'timeout_sm', 'timeout_ms'],
  ['file_write', { path: 'a', content: 'x', create_dir: true }, 'create_dir', 'create_dirs'],
  ['Read', { file_path: 'a', file_pth: 'b' }, 'file_pth', 'file_path'],
  ['Grep', { pattern: 'x', globb: '*' }, 'globb', 'glob'],
]

describe('an unknown key is an error where Sallyport runs the tool, and opaque where the client does', () => {
  test.each(unknown)('%s', (tool, input, key, near) => {
    const result = describeIn(ownWorld, tool, input)
    expect(result.ok ? null : result.faults[0]).toEqual({
      code: 'unknown_key',
      message: `unknown input key \`${key}\` of \`${tool}\`; did you mean \`${near}\`?`,
    })
    expect(effectTexts(tool, input).at(-1)).toBe(`opaque unknown input key \`${key}\` of \`${tool}\``)
    expect(described(tool, input).request['unknown_keys']).toEqual([key])
  })
})

test('a fault names the expected type, never the received value', () => {
  const result = describeIn(world, 'Bash', { command: ['hunter2'] })
  expect(JSON.stringify(result)).not.toContain('hunter2')
  expect(result.ok ? '' : result.faults[0].message).toBe('field `command` of `Bash` must be of type string')
})

test('a message does not reveal the limit of sub-agents (R165)', () => {
  const result = describeIn(world, 'run_agent', { prompt: 'x'.repeat(40_000) })
  expect(result.ok ? '' : result.faults[0].message).toBe('the prompt of `run_agent` is too long')
})
