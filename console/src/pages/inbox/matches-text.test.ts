import { expect, test } from 'vitest'
import type { Card } from '../../../../src/server/api.ts'
import { matchesText } from './matches-text.ts'

const card = {
  sentence: 'Overwrites history on the remote.',
  command: 'git push --force',
  client: 'codex',
  cwd: '/home/ada/shop',
  tool: 'Bash',
  session: 's1',
  branch: null,
  agents: ['lint-fixer'],
} as unknown as Card

test.each([
  ['', true],
  ['push', true],
  ['FORCE codex', true],
  ['lint-fixer', true],
  ['push claude', false],
  ['null', false],
])('the filter %j matches: %s', (filter, want) => {
  expect(matchesText(card, filter)).toBe(want)
})
