import { expect, test } from 'vitest'
import { questionOf } from './question.ts'

const given = { cwd: '/w', policy: '', edited: 'version: 1\n' }

test.each([
  ['nothing', '  ', given, null],
  ['a command', ' ls -la ', given, { command: 'ls -la', cwd: '/w' }],
  ['a command of the shell that starts with a colon', ': > x', given, { command: ': > x', cwd: '/w' }],
  ['a tool', 'Read {"file_path": "x"}', given, { tool: 'Read', input: { file_path: 'x' }, cwd: '/w' }],
  ['a whole call', '{"tool": "Read", "input": {}}', given, { tool: 'Read', input: {}, cwd: '/w' }],
  ['a preset', 'ls', { ...given, policy: 'cautious' }, { command: 'ls', cwd: '/w', preset: 'cautious' }],
  ['an edited policy', 'ls', { ...given, policy: 'edited' }, { command: 'ls', cwd: '/w', policy: 'version: 1\n' }],
])('%s', (_, text, choices, want) => {
  expect(questionOf({ ...choices, text })).toEqual(want)
})

test('half a call is a message', () => {
  expect(questionOf({ ...given, text: '{"tool": ' })).toContain('not valid JSON')
})
