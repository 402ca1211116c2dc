import { expect, test } from 'vitest'
import { timestamp } from './clock.ts'

test.each([
  ['the epoch', 0],
  ['all digits', Date.UTC(2026, 10, 16, 12, 34, 56, 789)],
  ['single digits', Date.UTC(2026, 0, 2, 3, 4, 5, 6)],
  ['a leap day', Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
  ['before the epoch', -1],
  ['a year of three digits', Date.UTC(999, 0, 1)],
  ['a year of five digits', Date.UTC(10_000, 0, 1)],
])('%s is written as Node writes it', (_, ms) => {
  expect(timestamp(new Date(ms))).toBe(new Date(ms).toISOString())
})

test('an invalid date is refused as Node refuses it', () => {
  expect(() => timestamp(new Date(Number.NaN))).toThrow(RangeError)
})
