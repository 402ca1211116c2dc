import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { useOf } from '../verbs.ts'
import { described, effectTexts } from '../world.fixture.ts'

type Row = readonly [what: string, tool: string, input: JsonObject, effects: readonly string[]]

/** The effects in addition to the opaque one that names the tool. */
const rows: readonly Row[] = [
  ['nothing known', 'mcp__x__do', { a: 1 }, []],
  ['a file that is read', 'mcp__fs__read_file', { path: '/etc/shadow' }, ['read /etc/shadow']],
  ['a file that is written', 'mcp__fs__write_file', { path: 'a', content: 'x' }, ['write /w/a']],
  ['a file that is deleted', 'mcp__fs__delete_file', { path: 'a' }, ['delete /w/a']],
  ['a name that says both', 'mcp__fs__get_or_create', { path: 'a' }, ['write /w/a']],
  ['a name that says nothing', 'mcp__fs__frobnicate', { filePath: 'a' }, ['write /w/a']],
  ['two files', 'mcp__fs__move_file', { source: 'a', destination: '/etc/b' }, ['write /w/a', 'write /etc/b']],
  ['a list of files', 'mcp__fs__read_multiple_files', { paths: ['a', 'b'] }, ['read /w/a', 'read /w/b']],
  ['a file deep inside', 'mcp__fs__read', { items: [{ file_name: 'a' }] }, ['read /w/a']],
  ['a file as an address', 'mcp__fs__read', { uri: 'file:///etc/shadow' }, ['read /etc/shadow']],
  ['an address', 'mcp__web__get', { url: 'https://example.com/x' }, ['connect example.com']],
  ['an address under any name', 'mcp__web__get', { thing: 'http://10.0.0.1/' }, ['connect 10.0.0.1']],
  ['an address that data is sent to', 'mcp__web__post', { url: 'https://example.com' }, ['connect example.com sends']],
  ['a host', 'mcp__web__get', { host: 'example.com' }, ['connect example.com']],
  ['a command', 'mcp__x__run', { command: 'rm a' }, ['run rm a', 'delete /w/a']],
  ['a command by another name', 'mcp__x__run', { cmd: 'rm a' }, ['run rm a', 'delete /w/a']],
  ['a script', 'mcp__x__run', { script: 'rm a' }, ['run rm a', 'delete /w/a']],
  ['a command in another directory', 'mcp__x__run', { command: 'rm a', cwd: '/etc' }, ['run rm a', 'delete /etc/a']],
  ['a command in words', 'mcp__x__run', { argv: ['rm', 'a b'] }, ['run rm a b', 'delete /w/a b']],
  [
    'a command and its arguments',
    'mcp__x__run',
    { command: 'rm', args: ['a'] },
    ['run rm a', 'delete /w/a', 'run rm a', 'delete /w/a'],
  ],
  [
    'arguments that a shell would read (R169)',
    'mcp__x__run',
    { command: 'ls', args: ['; rm -rf /'] },
    ['run ls', 'run rm -rf /', 'delete /', 'run ls ; rm -rf /', 'read /w/; rm -rf '],
  ],
  ['several commands', 'mcp__x__run', { commands: ['ls', 'rm a'] }, ['run ls', 'run rm a', 'delete /w/a']],
  ['a command deep inside', 'mcp__x__run', { steps: [{ command: 'rm a' }] }, ['run rm a', 'delete /w/a']],
  ['a profile, which is not a file', 'mcp__x__get', { profile: 'me' }, []],
]

describe('an MCP tool is opaque, and its fields add effects', () => {
  test.each(rows)('%s', (_what, tool, input, effects) =>
    expect(effectTexts(tool, input)).toEqual([`opaque MCP tool \`${tool}\``, ...effects]),
  )
})

test("the server's name is never removed (C17)", () => {
  expect(described('mcp__evil__Read', { file_path: 'a' }).category).toBe('custom')
  expect(described('mcp__evil__Read', { file_path: 'a' }).effects[0]?.tier).toBe('execute')
})

test('derived effects still refer to their run', () => {
  const { effects } = described('mcp__x__run', { command: 'ls; rm a' })
  expect(effects.map(effect => effect.by)).toEqual([null, null, null, 2])
})

test('a single command of an MCP tool is analysed like any other', () => {
  const { text, analysis } = described('mcp__x__run', { command: 'a | b' })
  expect(text).toBe('a | b')
  expect(analysis?.intent.isComplex).toBe(true)
  expect(described('mcp__x__run', { commands: ['a', 'b'] })).toMatchObject({ text: null, analysis: null })
})

const verbs: readonly (readonly [name: string, use: string])[] = [
  ['read_file', 'read'],
  ['readFile', 'read'],
  ['list-directory', 'read'],
  ['get_env', 'read'],
  ['search_and_replace', 'write'],
  ['removeItem', 'delete'],
  ['thread_dump', 'write'],
  ['', 'write'],
]

describe('the verb in a tool name', () => {
  test.each(verbs)('%s', (name, use) => expect(useOf(name)).toBe(use))
})

test('an unknown tool of the client is scanned like an MCP tool', () => {
  expect(effectTexts('everything_run', { command: 'rm -rf /' })).toEqual([
    'opaque tool `everything_run` without a descriptor',
    'run rm -rf /',
    'delete /',
  ])
})
