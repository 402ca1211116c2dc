import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/json.ts'
import { toolNames } from './catalog.ts'
import { codeOf, describeIn, ownWorld, world } from './world.fixture.ts'

const big = 'x'.repeat(1_000_000)
const foreign = (value: unknown): JsonObject => value as JsonObject

const inputs: readonly (readonly [what: string, input: JsonObject])[] = [
  ['a prototype as a key', foreign(JSON.parse('{"__proto__":{"command":"ls"},"command":"ls"}'))],
  ['a prototype as the only key', foreign(JSON.parse('{"__proto__":{"command":"ls","path":"/etc/shadow"}}'))],
  ['a constructor', { constructor: { prototype: {} }, toString: 'x', hasOwnProperty: 1 }],
  ['a list', foreign([])],
  ['a list of words', foreign(['ls'])],
  ['nothing', foreign(null)],
  ['a text', foreign('ls')],
  ['a number', foreign(5)],
  ['a long command', { command: big, cmd: big, argv: [big], path: big, chars: big, session_id: 1 }],
  ['a long patch', { input: '*** Add File: x\n'.repeat(50_000) }],
  ['a long path', { file_path: `/${'../'.repeat(300_000)}etc/shadow`, content: big }],
  ['long content', { path: 'a', file_path: 'a', content: big, old_string: big, new_string: big }],
  ['a pattern of many braces', { pattern: '{a,b}'.repeat(5_000), path: '.' }],
  ['a pattern of many wildcards', { pattern: '*'.repeat(100_000), glob: '[*'.repeat(50_000) }],
  ['a long address', { url: `https://${big}.com/`, prompt: `https://a.com `.repeat(50_000) }],
  ['many quotes', { command: `'"\`$(`.repeat(50_000) }],
  ['many words', { argv: Array.from({ length: 50_000 }, () => 'x') }],
  ['many paths', { paths: Array.from({ length: 50_000 }, (_, i) => `a${i}`) }],
  [
    'many variables',
    { argv: ['ls'], env: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`A${i}`, 'x'])) },
  ],
  ['a prototype in the environment', { argv: ['ls'], command: 'ls', env: foreign(JSON.parse('{"__proto__":"x"}')) }],
  ['deep nesting', deep(60)],
  ['nesting beyond any stack', deep(200_000)],
]

function deep(depth: number): JsonObject {
  let value: Json = 'x'
  for (let i = 0; i < depth; i += 1) value = { path: value }
  return foreign(value)
}

const tools = [
  'Bash',
  'shell_exec',
  'write_stdin',
  'Read',
  'Write',
  'Edit',
  'Glob',
  'Grep',
  'apply_patch',
  'WebFetch',
  'Task',
  'TodoWrite',
  'secrets',
  'skill_exec',
  'mcp__x__run',
  'read_many_files',
  'mine',
]

describe('no input makes a description throw', () => {
  test.each(inputs)('%s', (_what, input) => {
    for (const tool of tools)
      for (const where of [world, ownWorld]) expect(describeIn(where, tool, input)).toHaveProperty('ok')
  })
})

test('input that is not an object is refused', () => {
  for (const input of [[], ['ls'], null, 'ls', 5]) expect(codeOf(world, 'Bash', foreign(input))).toBe('validation')
})

test('an invalid tool name is refused', () => {
  for (const name of ['', '\0', 'a\nb', 'x'.repeat(257)]) expect(codeOf(world, name, {})).toBe('validation')
})

test('a call with too many effects is refused', () => {
  const many = Array.from({ length: 2_001 }, (_, i) => `a${i}`)
  expect(codeOf(world, 'read_many_files', { paths: many })).toBe('validation')
  expect(codeOf(world, 'read_many_files', { paths: many.slice(1), include: many.slice(1) })).toBe('limit_reached')
  expect(codeOf(world, 'Grep', { pattern: 'x', paths: many.slice(1), glob: '*' })).toBe('limit_reached')
  expect(codeOf(world, 'mcp__x__read', { paths: many })).toBe('limit_reached')
  expect(codeOf(world, 'apply_patch', { input: many.map(path => `*** Add File: ${path}`).join('\n') })).toBe(
    'limit_reached',
  )
})

test('keys from a prototype are ignored', () => {
  const input: JsonObject = foreign(Object.create({ command: 'rm -rf /' }))
  expect(codeOf(world, 'Bash', input)).toBe('validation')
})

const keys =
  'command cmd argv cwd env path file_path paths content pattern glob url prompt message chars session_id input query zap sandbox'.split(
    ' ',
  )

const values: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\0',
  '../..',
  '~',
  'https://[',
  ['a'],
  [['a']],
  [null],
  {},
  { a: { b: [] } },
]

test('no tool throws for any value under any key, alone or with the next key', () => {
  let ran = 0
  for (const tool of [...toolNames, 'mcp__a__b', 'mine']) {
    for (const [i, key] of keys.entries()) {
      for (const [j, value] of values.entries()) {
        const input = { [key]: value, [keys[(i + 1) % keys.length] ?? '']: values[(j + i) % values.length] ?? null }
        const result = describeIn(ran % 2 === 0 ? world : ownWorld, tool, input)
        if (!result.ok && result.faults[0].code === 'internal') throw new Error(`${tool} ${JSON.stringify(input)}`)
        ran += 1
      }
    }
  }
  expect(ran).toBeGreaterThan(30_000)
})
