import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['milliseconds', '500ms', 500],
  ['seconds', '90s', 90_000],
  ['minutes', '5m', 300_000],
  ['hours', '1h', 3_600_000],
  ['a bare number is seconds', 90, 90_000],
  ['parts of a second', 0.25, 250],
  ['a week is the most', '168h', 604_800_000],
  ['more than a week is refused', '169h', null],
  ['more than a week in seconds is refused', 604_801, null],
  ['zero is refused', '0s', null],
  ['zero seconds is refused', 0, null],
  ['a negative number is refused', -1, null],
  ['infinity is refused', Number.POSITIVE_INFINITY, null],
  ['NaN is refused', Number.NaN, null],
  ['a string needs a unit', '90', null],
  ['an unknown unit is refused', '5d', null],
  ['a fraction of a unit is refused', '1.5m', null],
  ['spaces are refused', ' 5m', null],
  ['two units are refused', '1h30m', null],
  ['an empty string is refused', '', null],
])('%s', (_, value, expected) => {
  expect(parseDuration(value)).toBe(expected)
})
