import { expect, test } from 'vitest'
import type { Replay, ReplayRow } from '../../../../src/server/tuning/shapes.ts'
import { replaySummary } from './replay-summary.ts'

const nothing: Replay = { changed: [], judged: 0, notReached: 0, incomplete: 0, different: 0, hasMore: false }
const row: ReplayRow = {
  tool: 'Bash',
  text: 'ls',
  cwd: '/',
  before: 'allow',
  after: 'ask',
  because: '',
  rule: null,
  count: 1,
  lastAt: '',
  call: 'c',
}

test.each([
  ['an empty journal', {}, 'No calls are recorded yet, so there is nothing to compare.'],
  ['no change', { judged: 3 }, 'None of 3 distinct calls would be decided differently.'],
  ['a change', { judged: 1, changed: [row] }, '1 of 1 distinct call would be decided differently.'],
  [
    'what was left out',
    { judged: 3, incomplete: 2, notReached: 1, hasMore: true },
    'None of 3 distinct calls would be decided differently. Left out: 1 were not reached in time; 2 contain secrets or long texts, which the journal does not keep; older calls are not included.',
  ],
])('%s', (_, more, want) => {
  expect(replaySummary({ ...nothing, ...more })).toBe(want)
})
