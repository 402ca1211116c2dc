import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { transcripts } from './transcripts.ts'

const at = '2026-01-01T00:00:00.000Z'
const input = { command: 'ls' }
const made = (isIdSentToHook: boolean, tool: string, more: object = {}) => ({
  kind: 'made',
  id: 'call_1',
  isIdSentToHook,
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

/** Lines as written by the client versions in `scripts/install-clients.mjs`, without fields that do not matter here. */
const rows: readonly (readonly [sentence: string, lines: readonly JsonObject[], entries: readonly object[]])[] = [
  [
    'a call of Claude Code is read',
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
    'a call of Codex is read',
    codexCall({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify(input) }),
    [made(true, 'exec_command')],
  ],
  [
    'a call of Codex with a plain text input is read',
    codexCall({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch' }),
    [made(true, 'apply_patch', { input: '*** Begin Patch' })],
  ],
  ["the result of Codex's call is not a call", codexCall({ type: 'function_call_output', output: '' }), []],
  [
    'a call of Gemini CLI is read',
    [{ sessionId: 's', kind: 'main' }, geminiCall('success')],
    [made(false, 'run_shell_command')],
  ],
  ['a failed call of Gemini CLI is left out', [{ sessionId: 's', kind: 'main' }, geminiCall('error')], []],
  ['a call of Copilot CLI is read', copilotCall(true), [made(false, 'bash')]],
  ['a failed call of Copilot CLI is left out', copilotCall(false), []],
  ['a call of Pi is read', piCall(), [made(true, 'bash')]],
  ['a call of Pi that failed is still a call', piCall(piResult('Command exited with code 1')), [made(true, 'bash')]],
  [
    'a call that Pi refused is marked as refused',
    piCall(piResult('Tool bash not found')),
    [made(true, 'bash'), { kind: 'refused', id: 'call_1' }],
  ],
  ['other lines are ignored', [{ type: 'assistant' }, { payload: null }, { toolCalls: {} }, { data: [] }], []],
]

test.each(rows)('%s', (_, lines, entries) => {
  const readers = transcripts.map(({ open }) => open())
  expect(lines.flatMap(line => readers.flatMap(read => read(line)))).toEqual(entries)
})
