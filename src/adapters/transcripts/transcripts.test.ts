import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { transcripts } from './transcripts.ts'

const at = '2026-01-01T00:00:00.000Z'
const input = { command: 'ls' }
const made = (isTold: boolean, tool: string, more: object = {}) => ({
  kind: 'made',
  id: 'call_1',
  isTold,
  tool,
  input,
  at,
  session: 's',
  ...more,
})
const geminiCall = (status: string) => ({
  id: 'm',
  type: 'gemini',
  toolCalls: [{ id: 'call_1', name: 'run_shell_command', args: input, status, timestamp: at }],
})
const copilotCall = (success: boolean): readonly JsonObject[] => [
  { type: 'session.start', timestamp: at, data: { sessionId: 's' } },
  { type: 'tool.execution_start', timestamp: at, data: { toolCallId: 'call_1', toolName: 'bash', arguments: input } },
  { type: 'tool.execution_complete', timestamp: at, data: { toolCallId: 'call_1', success } },
]
const codexCall = (payload: JsonObject): readonly JsonObject[] => [
  { type: 'session_meta', timestamp: at, payload: { id: 's' } },
  { type: 'response_item', timestamp: at, payload: { call_id: 'call_1', ...payload } },
]

const piCall = (...more: readonly JsonObject[]): readonly JsonObject[] => [
  { type: 'session', version: 3, id: 's', timestamp: at, cwd: '/' },
  {
    type: 'message',
    timestamp: at,
    message: { role: 'assistant', content: [{ type: 'toolCall', id: 'call_1', name: 'bash', arguments: input }] },
  },
  ...more.map(message => ({ type: 'message', timestamp: at, message })),
]
const piResult = (text: string): JsonObject => ({
  role: 'toolResult',
  toolCallId: 'call_1',
  isError: true,
  content: [{ type: 'text', text }],
})

/** Lines as the clients of the versions in `scripts/install-clients.mjs` write them, with nothing that says nothing. */
const rows: readonly (readonly [sentence: string, lines: readonly JsonObject[], entries: readonly object[]])[] = [
  [
    "Claude Code's call",
    [
      {
        type: 'assistant',
        timestamp: at,
        sessionId: 's',
        message: { content: [{ type: 'tool_use', id: 'call_1', name: 'Bash', input }] },
      },
    ],
    [made(true, 'Bash')],
  ],
  [
    "Codex's call",
    codexCall({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify(input) }),
    [made(true, 'exec_command')],
  ],
  [
    "Codex's call with a text",
    codexCall({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch' }),
    [made(true, 'apply_patch', { input: '*** Begin Patch' })],
  ],
  ["the result of Codex's call is none", codexCall({ type: 'function_call_output', output: '' }), []],
  ["Gemini CLI's call", [{ sessionId: 's', kind: 'main' }, geminiCall('success')], [made(false, 'run_shell_command')]],
  ['what Gemini CLI did not run is none', [{ sessionId: 's', kind: 'main' }, geminiCall('error')], []],
  ["Copilot CLI's call", copilotCall(true), [made(false, 'bash')]],
  ['what Copilot CLI did not run is none', copilotCall(false), []],
  ["Pi's call", piCall(), [made(true, 'bash')]],
  ["Pi's call that failed", piCall(piResult('Command exited with code 1')), [made(true, 'bash')]],
  [
    'what Pi did not begin',
    piCall(piResult('Tool bash not found')),
    [made(true, 'bash'), { kind: 'refused', id: 'call_1' }],
  ],
  ['something else is none', [{ type: 'assistant' }, { payload: null }, { toolCalls: {} }, { data: [] }], []],
]

test.each(rows)('%s', (_, lines, entries) => {
  const readers = transcripts.map(({ open }) => open())
  expect(lines.flatMap(line => readers.flatMap(read => read(line)))).toEqual(entries)
})
