import { expect, test } from 'vitest'
import { mapParallel } from './map-parallel.ts'

test.each([
  ['none', 0, 3, 0],
  ['fewer than the limit', 2, 3, 2],
  ['as many as the limit', 3, 3, 3],
  ['more than the limit', 10, 3, 3],
  ['one after the other', 4, 1, 1],
])('%s: each item once, in order, never more than the limit at once', async (_how, count, most, highest) => {
  const items = Array.from({ length: count }, (_, i) => i)
  const started: number[] = []
  let [open, seen] = [0, 0]
  const results = await mapParallel(items, most, async item => {
    started.push(item)
    open += 1
    seen = Math.max(seen, open)
    // Later items are faster, so that they end in another order.
    for (let turns = count - item; turns > 0; turns -= 1) await null
    open -= 1
    return `${item}`
  })
  expect(results).toEqual(items.map(String))
  expect(started).toEqual(items)
  expect(seen).toBe(highest)
})
