import { expect, test } from 'vitest'
import { untilText } from './until-text.ts'

test.each([
  [-1, 'ended'],
  [0, 'ended'],
  [59, 'in 1 min'],
  [3600, 'in 60 min'],
  [5 * 3600, 'in 5 h'],
  [3 * 86_400, 'in 3 days'],
])('%i seconds', (seconds, want) => {
  expect(untilText(seconds * 1000, 0)).toBe(want)
})
