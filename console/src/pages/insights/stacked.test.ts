import { expect, test } from 'vitest'
import { peakOf, type Series, stacked } from './stacked.ts'

const slot = (at: number, allowed: number, asked: number, denied: number) => ({
  at,
  allowed,
  asked,
  denied,
  watched: 0,
})
const slots = [slot(1, 5, 1, 0), slot(2, 0, 0, 0), slot(3, 2, 2, 2)]
const series: readonly Series[] = [
  { key: 'denied', name: 'denied', tone: 'no' },
  { key: 'asked', name: 'asked', tone: 'ask' },
  { key: 'allowed', name: 'allowed', tone: 'ok' },
]

test('each bar is as high as itself and everything below it', () => {
  expect(stacked(slots, series)).toEqual([
    [6, 0, 6],
    [6, 0, 4],
    [5, 0, 2],
  ])
})

test('the peak is the busiest slot', () => {
  expect(peakOf(slots, ['asked'])).toEqual({ total: 3, most: 2, at: 3 })
  expect(peakOf([], ['asked'])).toEqual({ total: 0, most: 0, at: null })
})
