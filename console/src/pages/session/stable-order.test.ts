import { expect, test } from 'vitest'
import { inStableOrder } from './stable-order.ts'

const rows = (ids: string) => [...ids].map(id => ({ id }))

test.each([
  ['', 'abc', 'abc'],
  ['abc', 'cba', 'abc'],
  ['abc', 'xcab', 'xabc'],
  ['abc', 'ca', 'ac'],
  ['abc', '', ''],
])('%j, then %j, is shown as %j', (before, next, want) => {
  expect(
    inStableOrder(rows(before), rows(next))
      .map(({ id }) => id)
      .join(''),
  ).toBe(want)
})
