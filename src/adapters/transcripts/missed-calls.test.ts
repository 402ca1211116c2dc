import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { callsIn, missedCalls, type RecordedCalls } from './missed-calls.ts'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-transcripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = '2026-01-01T00:00:00.000Z'
const runner = '/home/dev/.local/state/sallyport/fence-run'
const ours = `${runner} 77b82ad5; exit; npm test`

/** The transcript of one call, as each client writes it. */
const written: Readonly<Record<string, (command: string) => readonly object[]>> = {
  'claude-code': command => [
    {
      type: 'assistant',
      timestamp: at,
      sessionId: 's',
      message: { content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: { command } }] },
    },
  ],
  codex: cmd => [
    { type: 'session_meta', timestamp: at, payload: { id: 's' } },
    {
      type: 'response_item',
      timestamp: at,
      payload: { type: 'function_call', call_id: 'c', name: 'exec_command', arguments: JSON.stringify({ cmd }) },
    },
  ],
  gemini: command => [
    {
      sessionId: 's',
      toolCalls: [{ id: 'c', name: 'run_shell_command', args: { command }, status: 'success', timestamp: at }],
    },
  ],
  copilot: command => [
    { type: 'session.start', data: { sessionId: 's' } },
    { type: 'tool.execution_start', data: { toolCallId: 'c', toolName: 'bash', arguments: { command } } },
    { type: 'tool.execution_complete', timestamp: at, data: { toolCallId: 'c', success: true } },
  ],
  pi: command => [
    { type: 'session', id: 's' },
    {
      type: 'message',
      timestamp: at,
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: { command } }],
      },
    },
  ],
}

const readCall = (client: string, command: string) => {
  const file = join(folder, `${client}.jsonl`)
  writeFileSync(file, (written[client]?.(command) ?? []).map(line => `${JSON.stringify(line)}\n`).join(''))
  return callsIn([file], '', runner)
}

/** The call is in the journal, by its id and in the count of its session. */
const recorded: RecordedCalls = { ids: new Set(['c']), bySession: new Map([['s', 1]]), began: at }

describe.each(Object.keys(written))('the transcript of %s', client => {
  const textOf = (command: string) => readCall(client, command).map(({ input }) => Object.values(input as object)[0])
  test.each([
    ['a contained call is its original', ours, 'npm test'],
    [
      'the original keeps every byte',
      `${runner} 77b82ad5; exit; printf 'a\n' | \n  wc; exit; x`,
      "printf 'a\n' | \n  wc; exit; x",
    ],
    ['only the outermost form is taken off', `${runner} 77b82ad5; exit; ${ours}`, ours],
    [
      'a form with another runner stays',
      '/tmp/fence-run 77b82ad5; exit; npm test',
      '/tmp/fence-run 77b82ad5; exit; npm test',
    ],
    ['text with an invalid ticket stays as it is', `${runner} ../x; exit; npm test`, `${runner} ../x; exit; npm test`],
    ['something before the runner stays', `true; ${ours}`, `true; ${ours}`],
    ['something else than exit stays', `${runner} 77b82ad5; true; npm test`, `${runner} 77b82ad5; true; npm test`],
    ['another space stays', `${runner}  77b82ad5; exit; npm test`, `${runner}  77b82ad5; exit; npm test`],
    ['a plain call stays', 'npm test', 'npm test'],
  ])('%s', (_, command, original) => expect(textOf(command)).toEqual([original]))

  test('a contained call reached the gate', () => {
    expect(missedCalls(readCall(client, ours), recorded)).toEqual([])
  })

  test('a contained call that the journal does not have missed the gate', () => {
    const nothing = { ids: new Set<string>(), bySession: new Map(), began: at }
    expect(missedCalls(readCall(client, ours), nothing)).toHaveLength(1)
  })
})

test.each(['gemini', 'copilot'])('in %s, which sends no ids, a form with another runner missed the gate', client => {
  const made = readCall(client, '/tmp/fence-run 77b82ad5; exit; npm test')
  expect(missedCalls(made, recorded)).toHaveLength(1)
  // It does not use up the record of another call.
  expect(missedCalls([...made, ...readCall(client, 'npm test')], recorded)).toHaveLength(1)
})

test('a runner whose path needs quotes', () => {
  const quoted = `'/home/a b/it'\\''s/fence-run'`
  const file = join(folder, 'quoted.jsonl')
  writeFileSync(file, `${JSON.stringify(written['claude-code']?.(`${quoted} 77b82ad5; exit; ls`)[0])}\n`)
  expect(callsIn([file], '', quoted)[0]?.input).toEqual({ command: 'ls' })
})
