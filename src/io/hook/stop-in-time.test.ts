import { expect, test } from 'vitest'
import { stopInTime } from './stop-in-time.ts'

test('returns the result of work that ends in time', () => {
  expect(stopInTime(() => 'done')).toBe('done')
})

test.each<readonly [what: string, work: () => unknown]>([
  ['a loop', () => loop()],
  ['a slow pattern', () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)],
  ['a wait', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)],
])('stops %s that never ends', (_, work) => {
  expect(stopInTime(work, 50)).toBeNull()
})

test('passes on an error of the work', () => {
  expect(() =>
    stopInTime(() => {
      throw new Error('bad')
    }),
  ).toThrow('bad')
})

test('leaves no name behind in the global object', () => {
  const before = Reflect.ownKeys(globalThis)
  stopInTime(() => 'done')
  stopInTime(() => loop(), 50)
  expect(Reflect.ownKeys(globalThis)).toEqual(before)
})

function loop(): never {
  for (;;);
}
