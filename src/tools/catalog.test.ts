import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import type { Tier } from '../core/tier.ts'
import { findTool, toolNames } from './catalog.ts'
import type { Family } from './tool.ts'
import { described } from './world.fixture.ts'

type Row = readonly [name: string, family: Family, tier: Tier, input: JsonObject]

/** Every tool name of R219 and of the clients. */
const rows: readonly Row[] = [
  ['Bash', 'shell-text', 'execute', { command: 'ls' }],
  ['Read', 'file-read', 'read', { file_path: 'a' }],
  ['Write', 'file-write', 'write', { file_path: 'a', content: '' }],
  ['Edit', 'file-write', 'write', { file_path: 'a', old_string: 'x', new_string: 'y' }],
  ['Glob', 'search', 'read', { pattern: '*.ts' }],
  ['Grep', 'search', 'read', { pattern: 'x' }],
  ['NotebookEdit', 'file-write', 'write', { notebook_path: 'a.ipynb', new_source: 'x' }],
  ['WebSearch', 'web', 'read', { query: 'x' }],
  ['bash', 'shell-text', 'execute', { command: 'ls' }],
  ['read_file', 'file-read', 'read', { path: 'a' }],
  ['write_file', 'file-write', 'write', { path: 'a', content: 'x' }],
  ['edit_file', 'file-write', 'write', { path: 'a', old_string: 'x', new_string: 'y' }],
  ['glob_files', 'search', 'read', { pattern: '*' }],
  ['grep', 'search', 'read', { pattern: 'x' }],
  ['search', 'search', 'read', { query: 'x' }],
  ['glob', 'search', 'read', { pattern: '*' }],
  ['todo', 'interaction', 'read', { todos: [] }],
  ['secrets', 'secrets', 'execute', { operation: 'get', name: 'db' }],
  ['sandbox', 'shell-text', 'execute', { command: 'ls', operation: 'execute', network: 'none' }],
  ['run_agent', 'agents', 'execute', { prompt: 'look' }],
  ['shell_exec', 'shell-exec', 'execute', { argv: ['ls'] }],
  ['shell', 'shell-exec', 'execute', { command: ['ls'] }],
  ['shell_command', 'shell-text', 'execute', { command: 'ls' }],
  ['exec_command', 'shell-text', 'execute', { cmd: 'ls' }],
  ['write_stdin', 'write-stdin', 'execute', { session_id: 1, chars: 'x' }],
  ['file_read', 'file-read', 'read', { path: 'a' }],
  ['file_write', 'file-write', 'write', { path: 'a', content: 'x' }],
  ['list_dir', 'file-read', 'read', { path: '.' }],
  ['grep_files', 'search', 'read', { pattern: 'x' }],
  ['apply_patch', 'apply-patch', 'write', { input: '*** Add File: a\n+x' }],
  ['ask_human', 'interaction', 'read', { question: 'why?' }],
  ['request_user_input', 'interaction', 'read', { questions: [] }],
  ['update_plan', 'interaction', 'read', { plan: [] }],
  ['skill_exec', 'skills', 'execute', { skill_mention: '$a', action_id: 'b' }],
  ['skill_ref_read', 'file-read', 'read', { skill_mention: '$a', ref_path: 'references/a.md' }],
  ['view_image', 'file-read', 'read', { path: 'a.png' }],
  ['web_search', 'web', 'read', { query: 'x' }],
  ['spawn_agent', 'agents', 'execute', { message: 'look' }],
  ['wait', 'agents', 'read', { ids: ['1'] }],
  ['send_input', 'agents', 'read', { id: '1', message: 'go on' }],
  ['close_agent', 'agents', 'read', { id: '1' }],
  ['resume_agent', 'agents', 'execute', { id: '1' }],
  ['MultiEdit', 'file-write', 'write', { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] }],
  ['LS', 'file-read', 'read', { path: '/w' }],
  ['NotebookRead', 'file-read', 'read', { notebook_path: 'a.ipynb' }],
  ['WebFetch', 'web', 'read', { url: 'https://example.com', prompt: 'x' }],
  ['Task', 'agents', 'execute', { description: 'd', prompt: 'p', subagent_type: 'Explore' }],
  ['Agent', 'agents', 'execute', { description: 'd', prompt: 'p', model: 'opus' }],
  ['AskQuestion', 'interaction', 'read', { questions: [] }],
  ['list_background_processes', 'interaction', 'read', {}],
  ['read_background_output', 'interaction', 'read', { pid: 1, lines: 9, delay_ms: 5 }],
  ['tool_search', 'interaction', 'read', { query: 'x', limit: 3 }],
  ['fetch_copilot_cli_documentation', 'interaction', 'read', {}],
  ['get_internal_docs', 'interaction', 'read', { path: 'a.md' }],
  ['ListMcpResources', 'interaction', 'read', { server: 'x' }],
  ['StrReplace', 'file-write', 'write', { path: 'a', old_string: 'x', new_string: 'y' }],
  [
    'EditNotebook',
    'file-write',
    'write',
    { target_notebook: 'a.ipynb', cell_idx: 1, is_new_cell: false, new_string: 'x' },
  ],
  ['ReadLints', 'file-read', 'read', { paths: ['a'] }],
  ['ApplyPatch', 'apply-patch', 'write', { patch: '*** Add File: a\n+x' }],
  ['FetchMcpResource', 'mcp', 'execute', { server: 's', uri: 'file:///a' }],
  ['TodoWrite', 'interaction', 'read', { todos: [] }],
  ['ExitPlanMode', 'interaction', 'read', { plan: 'x' }],
  ['AskUserQuestion', 'interaction', 'read', { questions: [] }],
  ['BashOutput', 'interaction', 'read', { bash_id: '1' }],
  ['KillShell', 'interaction', 'read', { shell_id: '1' }],
  ['Skill', 'skills', 'execute', { skill: 'pdf' }],
  ['ReadMcpResourceTool', 'mcp', 'execute', { server: 's', uri: 'file:///w/a' }],
  ['run_shell_command', 'shell-text', 'execute', { command: 'ls', description: 'd', dir_path: 'src' }],
  ['list_directory', 'file-read', 'read', { dir_path: '.' }],
  ['search_file_content', 'search', 'read', { pattern: 'x', dir_path: 'src' }],
  ['replace', 'file-write', 'write', { file_path: 'a', instruction: 'i', old_string: 'x', new_string: 'y' }],
  ['read_many_files', 'file-read', 'read', { paths: ['a', 'b'] }],
  ['google_web_search', 'web', 'read', { query: 'x' }],
  ['web_fetch', 'web', 'read', { prompt: 'read https://example.com' }],
  ['write_todos', 'interaction', 'read', { todos: [] }],
  ['view', 'file-read', 'read', { path: '/w/a', view_range: [1, 2] }],
  ['create', 'file-write', 'write', { path: '/w/a', file_text: 'x' }],
  ['edit', 'file-write', 'write', { path: '/w/a', old_str: 'x', new_str: 'y' }],
  ['str_replace_editor', 'file-write', 'write', { command: 'create', path: '/w/a', file_text: 'x' }],
  ['write_bash', 'write-stdin', 'execute', { shellId: 'a', input: 'y' }],
  ['read_bash', 'interaction', 'read', { shellId: 'a', delay: 1 }],
  ['report_intent', 'interaction', 'read', { intent: 'x' }],
  ['task', 'agents', 'execute', { prompt: 'p', agent_type: 'explore', description: 'd' }],
  ['read', 'file-read', 'read', { filePath: '/w/a' }],
  ['write', 'file-write', 'write', { filePath: '/w/a', content: 'x' }],
  ['patch', 'apply-patch', 'write', { patchText: '*** Delete File: a' }],
  ['webfetch', 'web', 'read', { url: 'https://example.com', format: 'text' }],
  ['todowrite', 'interaction', 'read', { todos: [] }],
  ['find', 'search', 'read', { pattern: '*.ts', path: 'src' }],
  ['ls', 'file-read', 'read', {}],
  ['Shell', 'shell-text', 'execute', { command: 'ls', working_directory: '/w' }],
  ['Delete', 'file-write', 'write', { path: 'a' }],
]

describe('every tool that the documents and the clients name has a family and a tier', () => {
  test.each(rows)('%s is %s at tier %s', (name, family, tier, input) => {
    expect(findTool(name)?.family).toBe(family)
    expect(described(name, input).tier).toBe(tier)
  })
})

test('names are case-sensitive', () => {
  for (const name of ['BASH', 'bash ', 'mcp__x__bash', 'constructor', '__proto__', 'toString'])
    expect(findTool(name)).toBeNull()
})

test('there are at least as many names as in the documents', () => expect(toolNames.length).toBeGreaterThan(100))
