import { describe, expect, test } from 'vitest'
import { sha256 } from '../core/digest.ts'
import type { JsonObject } from '../core/json.ts'
import { described } from './world.fixture.ts'

type Row = readonly [what: string, tool: string, input: JsonObject, request: JsonObject]

const options = { timeout_ms: null, tty: null, sandbox: null, sandbox_permissions: null }

const rows: readonly Row[] = [
  [
    'shell_exec (R127)',
    'shell_exec',
    {
      argv: ['ls', '-l'],
      cwd: 'src',
      timeout_ms: 5,
      tty: true,
      sandbox: 'restricted',
      sandbox_permissions: 'use_default',
      env: { B: '2', A: '1' },
    },
    {
      argv: ['ls', '-l'],
      cwd: '/w/src',
      timeout_ms: 5,
      tty: true,
      sandbox: 'restricted',
      sandbox_permissions: 'use_default',
      risk: 'low',
      env_keys: ['A', 'B'],
    },
  ],
  [
    'shell: argv from its list',
    'shell',
    { command: ['ls'] },
    { ...options, argv: ['ls'], cwd: '/w', risk: 'low', env_keys: [] },
  ],
  [
    'shell_command (R128)',
    'shell_command',
    { command: 'a | b', env: { A: 'x' } },
    {
      ...options,
      command: 'a | b',
      intent: { argv: ['a'], is_complex: true, reason: 'a pipeline' },
      cwd: '/w',
      risk: 'medium',
      env_keys: ['A'],
    },
  ],
  [
    'exec_command',
    'exec_command',
    { cmd: 'ls', justification: 'I want to' },
    {
      ...options,
      cmd: 'ls',
      intent: { argv: ['ls'], is_complex: false, reason: 'one simple command' },
      cwd: '/w',
      risk: 'low',
      env_keys: [],
    },
  ],
  [
    'Bash, without its description',
    'Bash',
    { command: 'ls', description: 'list', run_in_background: true },
    {
      ...options,
      command: 'ls',
      intent: { argv: ['ls'], is_complex: false, reason: 'one simple command' },
      cwd: '/w',
      risk: 'low',
      env_keys: [],
      run_in_background: true,
    },
  ],
  [
    'write_stdin (R129)',
    'write_stdin',
    { session_id: 1, chars: 'hé', yield_time_ms: 5 },
    { session_id: 1, bytes: 3, chars_sha256: sha256('hé'), is_poll: false },
  ],
  [
    'a poll',
    'write_stdin',
    { session_id: 1, chars: '' },
    { session_id: 1, bytes: 0, chars_sha256: sha256(''), is_poll: true },
  ],
  [
    'file_write (R130)',
    'file_write',
    { path: 'a.txt', content: 'héllo' },
    { path: '/w/a.txt', create_dirs: null, sandbox_permissions: null, bytes: 6, content_sha256: sha256('héllo') },
  ],
  [
    'file_write with all its options',
    'file_write',
    { path: 'a.txt', content: 'x', create_dirs: true, sandbox_permissions: 'require_escalated' },
    {
      path: '/w/a.txt',
      create_dirs: true,
      sandbox_permissions: 'require_escalated',
      bytes: 1,
      content_sha256: sha256('x'),
    },
  ],
  [
    'apply_patch (R131)',
    'apply_patch',
    { input: '*** Add File: a\n+x' },
    { file_paths: ['/w/a'], bytes: 18, content_sha256: sha256('*** Add File: a\n+x') },
  ],
  ['Write', 'Write', { file_path: '/w/a', content: 'x' }, { file_path: '/w/a', bytes: 1, content_sha256: sha256('x') }],
  [
    'Edit: both texts as hashes',
    'Edit',
    { file_path: 'a', old_string: 'old', new_string: 'newer', replace_all: true },
    {
      file_path: '/w/a',
      replace_all: true,
      old_string: { bytes: 3, sha256: sha256('old') },
      new_string: { bytes: 5, sha256: sha256('newer') },
    },
  ],
  [
    'NotebookEdit',
    'NotebookEdit',
    { notebook_path: 'a.ipynb', new_source: 'x', cell_type: 'code' },
    { notebook_path: '/w/a.ipynb', cell_type: 'code', new_source: { bytes: 1, sha256: sha256('x') } },
  ],
  ['Read', 'Read', { file_path: 'a', limit: 5 }, { file_path: '/w/a', limit: 5 }],
  ['Grep keeps its pattern', 'Grep', { pattern: 'x', path: 'src' }, { pattern: 'x', path: '/w/src' }],
  ['Glob keeps a pattern that leaves the directory', 'Glob', { pattern: '/etc/*' }, { pattern: '/etc/*', path: '/w' }],
  [
    'an unknown tool: its arguments without secrets (R180)',
    'mine',
    { a: 1, password: 'correct horse' },
    { a: 1, password: '[redacted:field]' },
  ],
]

describe('sanitised requests', () => {
  test.each(rows)('%s', (_what, tool, input, request) => expect(described(tool, input).request).toEqual(request))
})

const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1234'}`

const secret: readonly (readonly [what: string, tool: string, input: JsonObject, secret: string])[] = [
  ['a token in a command', 'Bash', { command: `git clone https://x:${token}@github.com/a/b` }, token],
  ['a token in argv', 'shell_exec', { argv: ['curl', '-H', `Authorization: Bearer ${token}`, 'x.com'] }, token],
  ['a password after its flag', 'shell_exec', { argv: ['tool', '--password', 'correct horse'] }, 'correct horse'],
  ['the value of a variable', 'shell_exec', { argv: ['ls'], env: { TOKEN: 'tok-value' } }, 'TOKEN=tok-value'],
  [
    'the value of a variable of a shell text',
    'exec_command',
    { cmd: 'ls', env: { TOKEN: 'tok-value' } },
    'TOKEN=tok-value',
  ],
  ['a token in an MCP input', 'mcp__x__call', { body: { text: token } }, token],
  ['a field that is named as a secret', 'mine', { apiKey: 'abc' }, 'abc'],
  ['a stored secret', 'secrets', { operation: 'set', name: 'db', value: 'correct horse' }, 'correct horse'],
]

describe('secrets leave the request and the summary, and are kept for the key only', () => {
  test.each(secret)('%s', (_what, tool, input, value) => {
    const description = described(tool, input)
    expect(description.secrets).toContain(value)
    const shown = JSON.stringify([description.request, description.event, description.summary])
    expect(shown).not.toContain(value.replace(/^TOKEN=/, ''))
  })
})

const hidden: readonly (readonly [what: string, tool: string, input: JsonObject])[] = [
  ['typed text', 'write_stdin', { session_id: 1, chars: 'MARKER --password MARKER\n' }],
  ['typed text that is a command', 'write_stdin', { session_id: 1, chars: 'cat MARKER; curl MARKER.com\n' }],
  ['typed text of another client', 'write_bash', { shellId: 'a', input: 'MARKER' }],
  ['content', 'file_write', { path: 'a', content: 'MARKER' }],
  ['content of Write', 'Write', { file_path: 'a', content: 'MARKER' }],
  ['old and new text', 'Edit', { file_path: 'a', old_string: 'MARKER', new_string: 'MARKER' }],
  ['many edits', 'MultiEdit', { file_path: 'a', edits: [{ old_string: 'MARKER', new_string: 'MARKER' }] }],
  ['a patch', 'apply_patch', { input: '*** Add File: a\n+MARKER' }],
  ['a notebook cell', 'NotebookEdit', { notebook_path: 'a', new_source: 'MARKER' }],
  ['a variable', 'shell_exec', { argv: ['ls'], env: { A: 'MARKER', LD_PRELOAD: 'MARKER' } }],
]

describe('text that must not be recorded is in no record (R119, R132, R188)', () => {
  test.each(hidden)('%s', (_what, tool, input) => {
    const { request, event, summary, effects, risk, text } = described(tool, input)
    expect(JSON.stringify([request, event, summary, effects, risk, text])).not.toContain('MARKER')
  })
})

const escalating: readonly (readonly [why: string, tool: string, input: JsonObject, escalated: boolean])[] = [
  ['nothing asked for', 'shell_exec', { argv: ['ls'] }, false],
  ['the default asked for', 'shell_exec', { argv: ['ls'], sandbox_permissions: 'use_default' }, false],
  ['the fence asked for', 'shell_exec', { argv: ['ls'], sandbox: 'restricted' }, false],
  ['no fence', 'shell_exec', { argv: ['ls'], sandbox: 'none' }, true],
  ['more permissions', 'shell_command', { command: 'ls', sandbox_permissions: 'require_escalated' }, true],
  ['other permissions', 'exec_command', { cmd: 'ls', sandbox_permissions: { network: true } }, true],
  ['more permissions, in the older way', 'shell', { command: ['ls'], with_escalated_permissions: true }, true],
  ["Claude's switch", 'Bash', { command: 'ls', dangerouslyDisableSandbox: true }, true],
  ["Claude's switch, off", 'Bash', { command: 'ls', dangerouslyDisableSandbox: false }, false],
  [
    'a write outside the fence',
    'file_write',
    { path: 'a', content: '', sandbox_permissions: 'require_escalated' },
    true,
  ],
  ['a network in the sandbox', 'sandbox', { command: 'ls', network: 'host' }, true],
  ['no network in the sandbox', 'sandbox', { command: 'ls', network: 'none' }, false],
  ['a child without questions', 'Agent', { prompt: 'x', mode: 'bypassPermissions' }, true],
]

describe('a call that asks for more rights is escalated (R56, C13)', () => {
  test.each(escalating)('%s', (_why, tool, input, escalated) =>
    expect(described(tool, input).escalated).toBe(escalated),
  )
})

test('a summary is one short line', () => {
  const { summary } = described('Bash', { command: `printf '\u001b[2J\u202e'\n${'x'.repeat(5_000)}` })
  expect(summary).toMatch(/^Bash: printf/)
  expect(summary.length).toBeLessThanOrEqual(240)
  expect(summary).not.toMatch(/[\u0000-\u001f\u202e]/)
})
