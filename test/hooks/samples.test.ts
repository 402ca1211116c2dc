import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HookEvent } from '../../src/adapters/hooks/client.ts'
import { hookClients } from '../../src/adapters/hooks/clients.ts'
import { isObject, type JsonObject } from '../../src/core/json.ts'

const samples = join(import.meta.dirname, 'samples')
const session = '00000000-0000-4000-8000-000000000000'
const place = { session, cwd: '/ground/project' }
const command = 'echo hello > sample.txt'
const patch = '*** Begin Patch\n*** Add File: sample.txt\n+hello\n*** End Patch\n'
const note = { text: 'hello' }

const codexCall = (tool: string, input: object, id: string): Partial<HookEvent> => ({
  kind: 'call',
  name: 'PreToolUse',
  call: { tool, input: { ...input }, id, ...place },
  canAsk: false,
  canReplace: true,
  contain: { keepsDirectory: false, callVariable: 'CODEX_TOOL_CALL_ID' },
})
const geminiCall = (tool: string, input: object): Partial<HookEvent> => ({
  kind: 'call',
  name: 'BeforeTool',
  call: { tool, input: { ...input }, ...place },
  canAsk: false,
  canReplace: true,
  contain: plainly,
})
const copilotCall = (tool: string, input: object): Partial<HookEvent> => ({
  kind: 'call',
  name: 'preToolUse',
  call: { tool, input: { ...input }, ...place },
  canAsk: true,
  canReplace: true,
  contain: { keepsDirectory: false, hasChecks: true },
})
const cursorCall = (name: string, tool: string, more: object): Partial<HookEvent> => ({
  kind: 'call',
  name,
  call: { tool, input: {}, workspace: ['/ground/project'], ...place, ...more },
  // An older event asks again.
  canAsk: name === 'preToolUse',
  canReplace: name === 'preToolUse',
})
const opencodeCall = (tool: string, input: object, id: string): Partial<HookEvent> => ({
  kind: 'call',
  name: 'tool.execute.before',
  call: { tool, input: { ...input }, id, ...place, session: 'ses_1' },
  canAsk: false,
  canReplace: true,
  contain: plainly,
})
const piCall = (tool: string, input: object, id: string): Partial<HookEvent> => ({
  kind: 'call',
  name: 'tool_call',
  call: { tool, input: { ...input }, id, ...place },
  canAsk: false,
  canReplace: true,
  contain: plainly,
})
const result = (name: string, output: unknown, ran?: object) => ({
  ...{ kind: 'result', name, output },
  ...(ran === undefined ? {} : { ran: { session, agents: [], call: null, text: command, ...ran } }),
})
const plainly = { keepsDirectory: false }

/**
 * The events that our code must read from the samples. The samples are requests of real clients (`test/clients` checks them),
 * except those of Cursor, which follow its documentation, because it cannot run here.
 */
const read: Readonly<Record<string, object>> = {
  'codex-PreToolUse': codexCall('Bash', { command }, 'call_fake2'),
  'codex-PreToolUse-apply_patch': codexCall('apply_patch', { command: patch }, 'call_fake8'),
  'codex-PreToolUse-mcp': codexCall('mcp__notes__note', note, 'call_fake5'),
  'codex-PostToolUse': result('PostToolUse', '', { call: 'call_fake2', printed: '', exitCode: null }),
  'codex-PostToolUse-apply_patch': result(
    'PostToolUse',
    'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA sample.txt\n',
  ),
  'codex-PostToolUse-mcp': result('PostToolUse', { content: [{ type: 'text', text: 'noted' }] }),
  'codex-PermissionRequest': {
    kind: 'call',
    name: 'PermissionRequest',
    call: { tool: 'Bash', input: { command: 'touch accepted.txt' }, ...place },
    canAsk: true,
    canReplace: false,
  },
  'gemini-BeforeTool': geminiCall('run_shell_command', { command, description: 'a step' }),
  'gemini-BeforeTool-mcp': geminiCall('mcp__notes__note', note),
  'gemini-AfterTool': result(
    'AfterTool',
    '<untrusted_context>\nOutput: (empty)\nProcess Group PGID: 1\n</untrusted_context>',
    { printed: '<untrusted_context>\nOutput: (empty)\nProcess Group PGID: 1\n</untrusted_context>', exitCode: 0 },
  ),
  'gemini-AfterTool-mcp': result('AfterTool', [{ text: '<untrusted_context>\nnoted\n</untrusted_context>' }]),
  'copilot-preToolUse': copilotCall('bash', { command, description: 'a step' }),
  'copilot-preToolUse-mcp': copilotCall('mcp__notes-note', note),
  'copilot-postToolUse': result(
    'postToolUse',
    { resultType: 'success', textResultForLlm: '\n<shellId: 0 completed with exit code 0>' },
    { printed: 'success\n\n<shellId: 0 completed with exit code 0>', exitCode: 0 },
  ),
  'copilot-postToolUse-mcp': result('postToolUse', { resultType: 'success', textResultForLlm: 'noted' }),
  'copilot-permissionRequest': {
    kind: 'call',
    name: 'permissionRequest',
    call: { tool: 'bash', input: { command: 'touch permitted.txt' }, ...place },
    canAsk: true,
    canReplace: false,
  },
  'cursor-preToolUse': cursorCall('preToolUse', 'Shell', {
    input: { command, working_directory: '/ground/project' },
    id: 'call_1',
  }),
  'cursor-preToolUse-mcp': cursorCall('preToolUse', 'mcp__note', { input: note, id: 'call_2' }),
  'cursor-beforeShellExecution': cursorCall('beforeShellExecution', 'Shell', { input: { command } }),
  'cursor-beforeMCPExecution': cursorCall('beforeMCPExecution', 'mcp__note', { input: note }),
  'cursor-beforeReadFile': cursorCall('beforeReadFile', 'Read', { input: { file_path: '/ground/project/sample.txt' } }),
  'opencode-tool.execute.before': opencodeCall('bash', { command, description: 'a step' }, 'call_fake3'),
  'opencode-tool.execute.before-mcp': opencodeCall('mcp__notes__note', note, 'call_fake5'),
  'opencode-tool.execute.after': result('tool.execute.after', ['Wrote file successfully.']),
  'pi-tool_call': piCall('bash', { command }, 'call_fake2'),
  'pi-tool_call-extension': piCall('mcp__note', note, 'call_fake4'),
  'pi-tool_result': result('tool_result', ['text', 'Successfully wrote to sample.txt']),
}

describe('the requests of every client are understood', () => {
  test('every sample has a row', () => {
    const names = readdirSync(samples).map(file => file.replace('.json', ''))
    expect(names.sort()).toEqual(Object.keys(read).sort())
  })

  test.each(Object.entries(read))('%s', (name, event) => {
    expect(clientOf(name).read(sentIn(name), {})).toEqual({ ok: true, value: event })
  })

  const calls = Object.keys(read).filter(name => /pre|before|permission|call/i.test(name))
  test.each(calls)('%s is refused if any required key is missing', name => {
    for (const key of Object.keys(sentIn(name)).filter(one => readBy(name).includes(one))) {
      const { [key]: _, ...rest } = sentIn(name)
      expect([key, clientOf(name).read(rest, {}).ok]).toEqual([key, false])
    }
  })
})

/** The required keys. Cursor may leave out `cwd`, because it sends the project's roots. */
const readBy = (sample: string): readonly string[] =>
  sample.startsWith('cursor')
    ? ['hook_event_name', 'conversation_id', 'tool_name', 'tool_input', ...cursorFields(sample)]
    : [
        'hook_event_name',
        'tool_name',
        'tool_input',
        'session_id',
        'cwd',
        'toolName',
        'toolArgs',
        'toolInput',
        'sessionId',
        ...pluginFields,
      ]

/** The keys that our own plugins send. */
const pluginFields = [
  'protocol',
  'event',
  'tool',
  'args',
  'sessionID',
  'callID',
  'directory',
  'sessions',
  'toolCallId',
  'input',
  'session',
]

const cursorFields = (sample: string): readonly string[] =>
  sample.endsWith('beforeShellExecution') ? ['command'] : ['file_path']

function sentIn(sample: string): JsonObject {
  const sent: unknown = JSON.parse(readFileSync(join(samples, `${sample}.json`), 'utf8'))
  if (!isObject(sent)) throw new Error(`${sample} is not an object`)
  return sent
}

function clientOf(sample: string) {
  const client = hookClients[sample.split('-')[0] ?? '']
  if (client === undefined) throw new Error(`${sample} belongs to an unknown client`)
  return client
}
