import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import { described, effectTexts } from './world.fixture.ts'

type Row = readonly [what: string, tool: string, input: JsonObject, effects: readonly string[]]

const rows: readonly Row[] = [
  ['a relative path', 'Read', { file_path: 'src/a.ts' }, ['read /w/src/a.ts']],
  ['a path that climbs', 'Read', { file_path: '../../etc/passwd' }, ['read /etc/passwd']],
  ['a path at home', 'Read', { file_path: '~/.ssh/id_rsa' }, ['read /home/u/.ssh/id_rsa']],
  [
    'two path keys at once',
    'read_file',
    { path: 'a', absolute_path: '/etc/shadow' },
    ['read /w/a', 'read /etc/shadow'],
  ],
  ['a directory by default', 'LS', {}, ['read /w']],
  ['a directory in the other spelling', 'list_directory', { dir_path: '/etc' }, ['read /etc']],
  ['several files', 'read_many_files', { paths: ['a', '/b'] }, ['read /w/a', 'read /b']],
  ['an image', 'view_image', { path: '/proc/self/environ' }, ['read /proc/self/environ']],
  ["a skill's reference", 'skill_ref_read', { skill_mention: '$s', ref_path: '../x' }, ['read /x']],
  ['a write', 'Write', { file_path: 'a', content: 'x' }, ['write /w/a']],
  ['an edit in camel case', 'edit', { filePath: '/w/a', oldString: 'x', newString: 'y' }, ['write /w/a']],
  ['a notebook', 'NotebookEdit', { notebook_path: 'a.ipynb', new_source: '' }, ['write /w/a.ipynb']],
  ['an editor that views', 'str_replace_editor', { command: 'view', path: '/w/a' }, ['read /w/a']],
  [
    'an editor that inserts',
    'str_replace_editor',
    { command: 'insert', path: '/w/a', insert_line: 1, new_str: 'x' },
    ['write /w/a'],
  ],
  ['a delete', 'Delete', { path: 'a' }, ['delete /w/a']],
  ['a glob below the workspace', 'Glob', { pattern: '**/*.ts' }, ['read /w']],
  ['a glob in a directory', 'Glob', { pattern: '*.ts', path: 'src' }, ['read /w/src']],
  ['an absolute glob', 'Glob', { pattern: '/proc/*/environ' }, ['read /w', 'read /proc']],
  ['an absolute glob without wildcards', 'Glob', { pattern: '/etc/shadow' }, ['read /w', 'read /etc/shadow']],
  ['a glob that climbs', 'Glob', { pattern: '../x/*' }, ['read /w', 'read /x']],
  ['a glob that climbs after a wildcard', 'Glob', { pattern: '*/../../*' }, ['read /w', 'read /']],
  ['a glob at home', 'Glob', { pattern: '~/*' }, ['read /w', 'read /home/u']],
  ['a glob of alternatives', 'Glob', { pattern: '{/etc,/root}/*' }, ['read /w', 'read /etc', 'read /root']],
  ['a search', 'Grep', { pattern: '/etc/passwd' }, ['read /w']],
  ['a search in another directory', 'Grep', { pattern: 'x', path: '/etc' }, ['read /etc']],
  ['a search in several places', 'grep', { pattern: 'x', paths: ['a', '/b'] }, ['read /w/a', 'read /b']],
  ['a search in certain files', 'Grep', { pattern: '.', glob: '.env' }, ['read /w', 'read /w/.env']],
  [
    'a search in alternative files',
    'Grep',
    { pattern: '.', glob: '{.env,*.ts}' },
    ['read /w', 'read /w/.env', 'read /w/*.ts'],
  ],
  [
    'a search through an include',
    'grep_files',
    { pattern: '.', include: '**/id_rsa' },
    ['read /w', 'read /w/**/id_rsa'],
  ],
  ['a fetch', 'WebFetch', { url: 'https://example.com/a?b', prompt: 'x' }, ['connect example.com']],
  ['a fetch with a port', 'WebFetch', { url: 'http://example.com:8080/', prompt: 'x' }, ['connect example.com:8080']],
  [
    'a fetch with a user in front of the host',
    'WebFetch',
    { url: 'http://good.com@evil.com/', prompt: 'x' },
    ['opaque an address that begins with the name of another host', 'connect evil.com'],
  ],
  [
    'a fetch of a number',
    'WebFetch',
    { url: 'http://2130706433/', prompt: 'x' },
    ['opaque an IP address in an unusual notation', 'connect 127.0.0.1'],
  ],
  ['a fetch of a file', 'WebFetch', { url: 'file:///etc/shadow', prompt: 'x' }, ['read /etc/shadow']],
  ['a fetch without a scheme', 'WebFetch', { url: 'example.com/x', prompt: 'x' }, ['connect example.com']],
  ['a fetch of something else', 'WebFetch', { url: 'data:text/html,x', prompt: 'x' }, ['opaque a `data` address']],
  [
    'addresses in a prompt',
    'web_fetch',
    { prompt: 'compare https://a.com/x, and (http://b.org).' },
    ['connect a.com', 'connect b.org'],
  ],
  ['a web search', 'WebSearch', { query: 'x' }, ['connect web-search']],
  ['a child', 'Task', { prompt: 'x', description: 'd', subagent_type: 'Explore' }, ['spawn Explore']],
  ['a child without a kind', 'run_agent', { prompt: 'x' }, ['spawn agent']],
  ['a child that goes on', 'resume_agent', { id: '7' }, ['spawn 7']],
  ['a word to a child', 'send_input', { id: '7', message: 'x' }, []],
  ['waiting', 'wait', { ids: ['7'] }, []],
  ['a question', 'ask_human', { question: 'why?' }, []],
  ['a plan', 'update_plan', { plan: [{ step: 'x', status: 'pending' }] }, []],
  ['reading a secret', 'secrets', { operation: 'get', name: 'db' }, ['change secrets/read db']],
  ['storing a secret', 'secrets', { operation: 'set', name: 'db', value: 'x' }, ['change secrets/change db']],
  [
    'an action that is not known',
    'skill_exec',
    { skill_mention: '$s', action_id: 'a' },
    ['opaque unknown action `a` of skill `$s`'],
  ],
  ['a skill', 'Skill', { skill: 'pdf' }, ['opaque skill `pdf`']],
  ['a poll', 'write_stdin', { session_id: 1, chars: '' }, []],
  ['a poll without chars', 'write_stdin', { session_id: 1 }, []],
  ['typing', 'write_stdin', { session_id: 1, chars: 'ls\n' }, ['opaque input to a running program']],
  [
    'typing what the floor forbids',
    'write_stdin',
    { session_id: 1, chars: 'rm -rf /\n' },
    ['change typed/forbidden', 'opaque input to a running program'],
  ],
  [
    'typing in the other tool',
    'write_bash',
    { shellId: 'a', input: 'cat /etc/shadow\n' },
    ['change typed/forbidden', 'opaque input to a running program'],
  ],
  [
    'a patch that adds',
    'apply_patch',
    { input: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch' },
    ['write /w/a'],
  ],
  ['a patch that deletes', 'apply_patch', { command: '*** Delete File: a' }, ['delete /w/a']],
  [
    'a patch that moves',
    'apply_patch',
    { patchText: '*** Update File: a\n*** Move to: /b' },
    ['delete /w/a', 'write /b'],
  ],
  [
    'patches under two keys',
    'apply_patch',
    { input: '*** Add File: a', patch: '*** Add File: b' },
    ['write /w/a', 'write /w/b'],
  ],
  ['a patch that names nothing', 'apply_patch', { input: 'hello' }, ['opaque a patch that names no file']],
  ['a command in another directory', 'shell_exec', { argv: ['rm', 'x'], cwd: '/etc' }, ['run rm x', 'delete /etc/x']],
  [
    'a shell text in another directory',
    'exec_command',
    { cmd: 'rm x', workdir: '/etc' },
    ['run rm x', 'delete /etc/x'],
  ],
  [
    'a Gemini command in another directory',
    'run_shell_command',
    { command: 'rm x', directory: '../etc' },
    ['run rm x', 'delete /etc/x'],
  ],
  [
    'a command in two places',
    'shell_exec',
    { argv: ['ls'], cwd: '/a', workdir: '/b' },
    ['run ls', 'opaque several working directories'],
  ],
  [
    'a loaded library',
    'shell_exec',
    { argv: ['ls'], env: { LD_PRELOAD: 'x' } },
    ['run ls', 'opaque environment variable `LD_PRELOAD`, which can run code'],
  ],
  [
    'another home',
    'exec_command',
    { cmd: 'ls', env: { HOME: '/etc' } },
    ['run ls', 'opaque environment variable `HOME`, which can run code'],
  ],
  ['an ordinary variable', 'shell_exec', { argv: ['ls'], env: { TOKEN: 'x', NODE_ENV: 'test' } }, ['run ls']],
  ['a usual shell', 'exec_command', { cmd: 'ls', shell: '/bin/zsh' }, ['run ls']],
  [
    'a shell of its own',
    'exec_command',
    { cmd: 'ls', shell: '/tmp/sh' },
    ['run ls', 'opaque shell `/tmp/sh`, which may interpret the command differently'],
  ],
  ['the state of the sandbox', 'sandbox', { operation: 'status' }, []],
]

describe('the effects of a call', () => {
  test.each(rows)('%s: %s', (_what, tool, input, effects) => expect(effectTexts(tool, input)).toEqual(effects))
})

test("git's own variables can run code", () => {
  const effects = effectTexts('Bash', { command: 'git fetch', env: { GIT_SSH_COMMAND: 'x' } })
  expect(effects.at(-1)).toBe('opaque environment variable `GIT_SSH_COMMAND`, which can run code')
})

test('the names of variables are in the environment of the run', () => {
  const [run] = described('shell_exec', { argv: ['ls'], env: { TOKEN: 'x' } }).effects
  expect(run?.kind === 'run' ? run.env : null).toEqual([
    { name: 'TOKEN', value: { parts: [{ hole: '$TOKEN', yields: 'text' }] } },
  ])
})

test("a skill's command, directory and environment count", () => {
  const options = { resolveSkill: () => ({ argv: ['rm', 'x'], cwd: '/etc', env: { LD_PRELOAD: 'y' } }) }
  const { effects, request, secrets } = described('skill_exec', { skill_mention: '$s', action_id: 'a' }, options)
  expect(effects.map(effect => effect.kind)).toEqual(['run', 'delete', 'opaque'])
  expect(request).toMatchObject({
    argv: ['rm', 'x'],
    cwd: '/etc',
    env_keys: ['LD_PRELOAD'],
    skill_mention: '$s',
    action_id: 'a',
  })
  expect(secrets).toEqual(['LD_PRELOAD=y'])
})

test("a skill's reference file is in the skill's directory", () => {
  expect(
    effectTexts('skill_ref_read', { skill_mention: '$s', ref_path: 'a.md' }, { skillDirectory: () => '/skills/s' }),
  ).toEqual(['read /skills/s/a.md'])
})

test('the depth grows with each child agent', () => {
  const where = described('run_agent', { prompt: 'x' })
  expect(where.effects[0]).toMatchObject({ kind: 'spawn', depth: 1 })
})

const risks: readonly (readonly [what: string, tool: string, input: JsonObject, risk: string])[] = [
  ['a simple command', 'Bash', { command: 'ls' }, 'low'],
  ['a pipe', 'Bash', { command: 'a | b' }, 'medium'],
  ['a text that does not parse (R124)', 'Bash', { command: 'echo "' }, 'high'],
  ['a read', 'Read', { file_path: 'a' }, 'low'],
  ['a write', 'Write', { file_path: 'a', content: '' }, 'medium'],
  ['a credential', 'Read', { file_path: '.env' }, 'critical'],
  ['a traversal', 'Read', { file_path: '../a' }, 'high'],
  ['an unknown tool (R180)', 'mine', { a: 1 }, 'low'],
  ['a command behind a server', 'mcp__x__run', { command: 'sudo rm -rf x' }, 'critical'],
]

describe('the risk of a call', () => {
  test.each(risks)('%s', (_what, tool, input, risk) => expect(described(tool, input).risk.riskLevel).toBe(risk))
})
