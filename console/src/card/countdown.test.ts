import { expect, test } from 'vitest'
import { countdownTo } from './countdown.ts'

test.each([
  [120_000, '2:00 left', 'calm'],
  [119_001, '2:00 left', 'calm'],
  [61_000, '1:01 left', 'calm'],
  [30_000, '30 s left', 'calm'],
  [29_000, '29 s left', 'soon'],
  [1, '1 s left', 'soon'],
  [0, 'expired', 'over'],
  [-5000, 'expired', 'over'],
  [7_500_000, '2 h 5 min left', 'calm'],
  [400_000_000, '4 days left', 'calm'],
])('%i ms: %s', (left, text, urgency) => {
  expect(countdownTo(1_000_000 + left, 1_000_000)).toEqual({ text, urgency })
})
