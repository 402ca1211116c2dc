import { describe, expect, test } from 'vitest'
import type { World } from '../core/call.ts'
import { sha256 } from '../core/digest.ts'
import { noFacts } from '../core/facts.ts'
import { canonicalJson, type JsonObject } from '../core/json.ts'
import { describeCall } from '../tools/describe.ts'
import { approvalKey, type BoundCall, callBinding } from './key.ts'

const runKey = new Uint8Array(32).fill(7)
const place = {
  session: 's',
  cwd: '/w',
  workspace: ['/w'],
  home: '/home/u',
  scratch: ['/tmp'],
  own: [],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
} as const
const world: World = { place, facts: noFacts, sensitive: [] }

function keyOf(tool: string, input: JsonObject, key: Uint8Array = runKey): string {
  const result = describeCall({ tool, input, place, id: null }, world)
  if (!result.ok) throw new Error(result.faults[0].message)
  return approvalKey({ tool, request: result.value.requestText, secrets: result.value.secrets, runKey: key })
}

test('without secrets the key is the hash of tool and request, keys sorted (R125)', () => {
  const key = approvalKey({ tool: 't', request: canonicalJson({ b: 1, a: [2] }), secrets: [], runKey })
  expect(key).toBe(sha256('{"request":{"a":[2],"b":1},"tool":"t"}'))
  expect(
    approvalKey({ tool: 't', request: canonicalJson({ a: [2], b: 1 }), secrets: [], runKey: new Uint8Array(32) }),
  ).toBe(key)
})

const token = (last: string) => `ghp_aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA123${last}`

type Pair = readonly [what: string, tool: string, one: JsonObject, other: JsonObject]

const different: readonly Pair[] = [
  ['content (R76)', 'file_write', { path: 'a', content: 'x' }, { path: 'a', content: 'y' }],
  ['content of Write', 'Write', { file_path: 'a', content: 'x' }, { file_path: 'a', content: 'x ' }],
  [
    'new text',
    'Edit',
    { file_path: 'a', old_string: 'o', new_string: 'x' },
    { file_path: 'a', old_string: 'o', new_string: 'y' },
  ],
  ['edits', 'MultiEdit', { file_path: 'a', edits: [{ n: 'x' }] }, { file_path: 'a', edits: [{ n: 'y' }] }],
  ['a patch', 'apply_patch', { input: '*** Add File: a\n+x' }, { input: '*** Add File: a\n+y' }],
  ['typed text', 'write_stdin', { session_id: 1, chars: 'x' }, { session_id: 1, chars: 'y' }],
  ['the session', 'write_stdin', { session_id: 1, chars: 'x' }, { session_id: 2, chars: 'x' }],
  ['the value of a variable (C25)', 'shell_exec', { argv: ['ls'], env: { A: 'x' } }, { argv: ['ls'], env: { A: 'y' } }],
  [
    'values that change places',
    'shell_exec',
    { argv: ['ls'], env: { A: 'x', B: 'y' } },
    { argv: ['ls'], env: { A: 'y', B: 'x' } },
  ],
  ['a secret in argv (C37)', 'shell_exec', { argv: ['x', token('a')] }, { argv: ['x', token('b')] }],
  ['a secret in a command', 'Bash', { command: `x ${token('a')}` }, { command: `x ${token('b')}` }],
  ['a secret in an MCP input', 'mcp__x__y', { password: 'a' }, { password: 'b' }],
  [
    'a stored secret',
    'secrets',
    { operation: 'set', name: 'a', value: 'x' },
    { operation: 'set', name: 'a', value: 'y' },
  ],
  ['the command', 'Bash', { command: 'ls a' }, { command: 'ls b' }],
  ['the working directory', 'shell_exec', { argv: ['ls'], cwd: 'a' }, { argv: ['ls'], cwd: 'b' }],
  ['the permissions', 'shell_exec', { argv: ['ls'] }, { argv: ['ls'], sandbox_permissions: 'require_escalated' }],
  ["Claude's switch", 'Bash', { command: 'ls' }, { command: 'ls', dangerouslyDisableSandbox: true }],
  ['the value of an unknown key', 'Bash', { command: 'ls', zap: 1 }, { command: 'ls', zap: 2 }],
  ['the address', 'WebFetch', { url: 'https://a.com', prompt: 'x' }, { url: 'https://b.com', prompt: 'x' }],
  ['the prompt', 'Task', { prompt: 'x' }, { prompt: 'y' }],
]

describe('a relevant difference of one byte changes the key', () => {
  test.each(different)('%s', (_what, tool, one, other) => expect(keyOf(tool, one)).not.toBe(keyOf(tool, other)))
})

const same: readonly Pair[] = [
  ['the order of keys', 'shell_exec', { argv: ['ls'], cwd: '.' }, { cwd: '.', argv: ['ls'] }],
  [
    'the order of variables',
    'shell_exec',
    { argv: ['ls'], env: { A: 'x', B: 'y' } },
    { argv: ['ls'], env: { B: 'y', A: 'x' } },
  ],
  ['what the model says about it', 'Bash', { command: 'ls', description: 'a' }, { command: 'ls', description: 'b' }],
  ['how the same path is written', 'Read', { file_path: 'a/../b' }, { file_path: '/w/b' }],
  ['null for absent', 'shell_exec', { argv: ['ls'], tty: null }, { argv: ['ls'] }],
]

describe('an irrelevant difference keeps the key', () => {
  test.each(same)('%s', (_what, tool, one, other) => expect(keyOf(tool, one)).toBe(keyOf(tool, other)))
})

test('keys with secrets are valid for one run only, and tools never share a key', () => {
  const input = { argv: ['ls'], env: { A: 'x' } }
  expect(keyOf('shell_exec', input)).not.toBe(keyOf('shell_exec', input, new Uint8Array(32)))
  expect(keyOf('Bash', { command: 'ls' })).not.toBe(keyOf('bash', { command: 'ls' }))
})

const bound: BoundCall = {
  tool: 'Bash',
  input: { command: './a.sh', description: 'd' },
  place,
  env: { A: 'x' },
  facts: [
    { question: 'text', path: '/w/a.sh', answer: 'ls' },
    { question: 'kind', path: '/w', answer: 'directory' },
  ],
  rules: ['r1', 'r2'],
  runKey,
}

const changes: readonly (readonly [what: string, change: Partial<BoundCall>])[] = [
  ['the tool', { tool: 'bash' }],
  ['the raw input', { input: { command: './a.sh', description: 'e' } }],
  ['the directory', { place: { ...place, cwd: '/w/a' } }],
  ['the workspace', { place: { ...place, workspace: ['/w', '/v'] } }],
  ['the session', { place: { ...place, session: 't' } }],
  ['the agent', { place: { ...place, agents: ['a'] } }],
  ['the environment', { env: { A: 'y' } }],
  ['a file that was read', { facts: [{ question: 'text', path: '/w/a.sh', answer: 'rm' }] }],
  ['a file that is gone', { facts: [{ question: 'text', path: '/w/a.sh', answer: null }] }],
  ['where a link leads', { facts: [...bound.facts, { question: 'realPath', path: '/w/l', answer: '/etc' }] }],
  ['the rules that asked', { rules: ['r1'] }],
  ['the run', { runKey: new Uint8Array(32) }],
]

describe('an approval counts for one call', () => {
  test.each(changes)('%s changes the binding', (_what, change) =>
    expect(callBinding({ ...bound, ...change })).not.toBe(callBinding(bound)),
  )
  test('the order of rules and facts does not change the binding', () => {
    expect(callBinding({ ...bound, rules: ['r2', 'r1'], facts: [...bound.facts].reverse() })).toBe(callBinding(bound))
  })
})
