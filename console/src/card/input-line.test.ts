import { expect, test } from 'vitest'
import { inputLine } from './input-line.ts'

test.each([
  ['a command', { command: 'ls', details: { command: 'ls' }, tool: 'Bash' }, 'ls'],
  ['an edit', { command: null, details: { file_path: 'a.ts', new_string: 'x' }, tool: 'Edit' }, 'a.ts'],
  ['an unknown tool', { command: null, details: { id: 7 }, tool: 'mcp__x' }, '{"id":7}'],
  ['a tool without input', { command: null, details: {}, tool: 'TodoRead' }, 'TodoRead'],
])('%s', (_, card, want) => {
  expect(inputLine(card)).toBe(want)
})
