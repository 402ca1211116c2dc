import { describe, expect, test } from 'vitest'
import { type SubagentLimits, subagentLimits, subagentRanges } from './subagent-limits.ts'

describe('the limits of sub-agents', () => {
  test('are those of the documents if no policy sets any', () => {
    expect(subagentLimits()).toEqual({
      concurrent: 5,
      total: 10,
      slotMs: 30_000,
      depth: 3,
      promptChars: 32_000,
      answerChars: 4_000,
      steps: 15,
      parentSteps: 50,
      timeMs: 120_000,
    })
  })

  test('R158: the time is moved into 10 to 600 seconds', () => {
    const rows = [1, 9_999, 10_000, 10_001, 599_999, 600_000, 600_001, 9_000_000]
    expect(rows.map(timeMs => subagentLimits([{ timeMs }]).timeMs)).toEqual([
      10_000, 10_000, 10_000, 10_001, 599_999, 600_000, 600_000, 600_000,
    ])
  })

  test('R167: each limit can be set, within its range', () => {
    for (const key of Object.keys(subagentRanges) as (keyof SubagentLimits)[]) {
      const { least, most } = subagentRanges[key]
      expect(subagentLimits([{ [key]: least }])[key]).toBe(least)
      expect(subagentLimits([{ [key]: most }])[key]).toBe(most)
      expect(subagentLimits([{ [key]: least - 1 }])[key]).toBe(least)
      expect(subagentLimits([{ [key]: most + 1 }])[key]).toBe(most)
      expect(subagentLimits([{ [key]: Number.NaN }])[key]).toBe(subagentRanges[key].usual)
    }
  })

  test('the smallest value wins', () => {
    expect(subagentLimits([{ total: 40 }, { total: 7, steps: 3 }, {}])).toMatchObject({ total: 7, steps: 3 })
  })
})
