import { expect, test } from 'vitest'
import { fakeClock } from '../../testing.ts'
import { newStopwatch } from './stopwatch.ts'

test('a stopwatch measures time, without its pauses', () => {
  const clock = fakeClock()
  const watch = newStopwatch(clock)
  clock.advance(100)
  const goOn = watch.pause()
  clock.advance(5_000)
  expect(watch.elapsed()).toBe(100)
  goOn()
  goOn()
  clock.advance(50)
  expect(watch.elapsed()).toBe(150)
})

test('pauses may overlap: it goes on after the last one', () => {
  const clock = fakeClock()
  const watch = newStopwatch(clock)
  const [first, second] = [watch.pause(), watch.pause()]
  first()
  clock.advance(100)
  expect(watch.elapsed()).toBe(0)
  second()
  clock.advance(100)
  expect(watch.elapsed()).toBe(100)
})

test('an alarm rings once, at its time without the pauses', () => {
  const clock = fakeClock()
  const watch = newStopwatch(clock)
  let rung = 0
  watch.at(1_000, () => {
    rung += 1
  })
  clock.advance(999)
  const goOn = watch.pause()
  clock.advance(60_000)
  expect(rung).toBe(0)
  goOn()
  clock.advance(1)
  expect(rung).toBe(1)
  clock.advance(60_000)
  expect(rung).toBe(1)
})

test('a cancelled alarm does not ring, and one set in a pause waits for its end', () => {
  const clock = fakeClock()
  const watch = newStopwatch(clock)
  const rung: string[] = []
  watch.at(10, () => void rung.push('cancelled'))()
  const goOn = watch.pause()
  watch.at(10, () => void rung.push('kept'))
  clock.advance(100)
  expect(rung).toEqual([])
  goOn()
  clock.advance(10)
  expect(rung).toEqual(['kept'])
})

test('a pause of a sub-agent pauses the agents that wait for it', () => {
  const clock = fakeClock()
  const main = newStopwatch(clock)
  const child = newStopwatch(clock, main)
  const sibling = newStopwatch(clock, main)
  const goOn = child.pause()
  clock.advance(100)
  expect([main.elapsed(), child.elapsed(), sibling.elapsed()]).toEqual([0, 0, 100])
  goOn()
  clock.advance(100)
  expect([main.elapsed(), child.elapsed(), sibling.elapsed()]).toEqual([100, 100, 200])
})
