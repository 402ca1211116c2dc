import { expect, test } from 'vitest'
import { pageAfter, panelsAt, panelsInPage } from './panel-page.ts'

const rows = Array.from({ length: 120 }, (_, index) => index)

test.each([
  ['the first page', 0, 0, panelsInPage],
  ['the last page', 100, 100, 20],
  ['behind the end', 120, undefined, 0],
])('%s', (_, first, start, count) => {
  const shown = panelsAt(rows, { first })
  expect([shown[0], shown.length]).toEqual([start, count])
})

test.each([
  [0, 'older', 50],
  [100, 'older', 120],
  [50, 'newer', 0],
  [20, 'newer', 0],
] as const)('from %i to %s: %i', (first, way, want) => {
  expect(pageAfter({ first }, way, rows.length)).toEqual({ first: want })
})
