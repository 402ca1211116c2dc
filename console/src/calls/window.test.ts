import { describe, expect, test } from 'vitest'
import { isNearEnd, mostInPage, windowOf } from './window.ts'

describe('the rows in the page', () => {
  test.each([
    ['an empty list', { count: 0, top: 0, height: 800 }, [0, 0]],
    ['a short list', { count: 10, top: 0, height: 800 }, [0, 10]],
    ['the top of a long list', { count: 10_000, top: 0, height: 800 }, [0, 44]],
    ['the middle of a long list', { count: 10_000, top: 40_000, height: 800 }, [988, 1032]],
    ['the end of a long list', { count: 10_000, top: 400_000, height: 800 }, [9956, 10_000]],
    ['scrolled past the end', { count: 100, top: 9_999_999, height: 800 }, [56, 100]],
    ['pulled down past the top', { count: 100, top: -80, height: 800 }, [0, 44]],
    ['not measured yet', { count: 100, top: 0, height: 0 }, [0, 24]],
  ])('%s', (_, scroll, want) => {
    const { start, end } = windowOf({ rowHeight: 40, ...scroll })
    expect([start, end]).toEqual(want)
  })

  test('are never more than 300, even in a very high window', () => {
    for (const height of [100, 5_000, 50_000, 5_000_000]) {
      const { start, end } = windowOf({ count: 1_000_000, rowHeight: 20, top: 123_456, height })
      expect(end - start).toBeLessThanOrEqual(mostInPage)
    }
  })

  test('older rows are wanted near the end only', () => {
    expect(isNearEnd({ start: 0, end: 44 }, 1000)).toBe(false)
    expect(isNearEnd({ start: 900, end: 980 }, 1000)).toBe(true)
  })
})
