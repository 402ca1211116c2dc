import { expect, test } from 'vitest'
import { agentPath, shortPath } from './agent-path.ts'

test.each([
  [[], 'main'],
  [['lint-fixer'], 'lint-fixer ← main'],
  [['planner', 'lint-fixer'], 'lint-fixer ← planner ← main'],
])('the agents %j are %s', (agents, want) => {
  expect(agentPath(agents)).toBe(want)
})

test.each([
  ['/', '/'],
  ['/srv/app', '/srv/app'],
  ['/home/ada/work/shop', '…/work/shop'],
])('%s is shown as %s', (path, want) => {
  expect(shortPath(path)).toBe(want)
})
