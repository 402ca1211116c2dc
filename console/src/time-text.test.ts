import { describe, expect, test } from 'vitest'
import { ageText, durationText } from './time-text.ts'

describe('times in words', () => {
  test.each([
    [0, 'just now'],
    [-5000, 'just now'],
    [10_000, '10 s ago'],
    [240_000, '4 min ago'],
    [7_200_000, '2 h ago'],
    [172_800_000, '2 days ago'],
  ])('%i ms ago: %s', (ms, want) => {
    expect(ageText(1_000_000_000, 1_000_000_000 + ms)).toBe(want)
  })

  test.each([
    [0.4, '0 ms'],
    [80, '80 ms'],
    [1400, '1.4 s'],
    [125_000, '2 min 5 s'],
    [3_660_000, '1 h 1 min'],
  ])('%i ms: %s', (ms, want) => {
    expect(durationText(ms)).toBe(want)
  })
})
