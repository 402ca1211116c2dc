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
  ['more than a week is none', '169h', null],
  ['more than a week in seconds is none', 604_801, null],
  ['zero is none', '0s', null],
  ['no seconds is none', 0, null],
  ['less than nothing is none', -1, null],
  ['infinity is none', Number.POSITIVE_INFINITY, null],
  ['not a number is none', Number.NaN, null],
  ['a bare text needs a unit', '90', null],
  ['an unknown unit is none', '5d', null],
  ['a fraction of a unit is none', '1.5m', null],
  ['spaces are none', ' 5m', null],
  ['two units are none', '1h30m', null],
  ['nothing is none', '', null],
])('%s', (_, value, expected) => {
  expect(parseDuration(value)).toBe(expected)
})
