import { expect, test } from 'vitest'
import { inTime } from './in-time.ts'

test('returns the result of work that ends in time', () => {
  expect(inTime(() => 'done')).toBe('done')
})

test.each<readonly [what: string, work: () => unknown]>([
  ['a loop', () => loop()],
  ['a slow pattern', () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)],
  ['a wait', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)],
])('stops %s that never ends', (_, work) => {
  expect(inTime(work, 50)).toBeNull()
})

test('passes on an error of the work', () => {
  expect(() =>
    inTime(() => {
      throw new Error('bad')
    }),
  ).toThrow('bad')
})

test('leaves no name behind in the global object', () => {
  const before = Reflect.ownKeys(globalThis)
  inTime(() => 'done')
  inTime(() => loop(), 50)
  expect(Reflect.ownKeys(globalThis)).toEqual(before)
})

function loop(): never {
  for (;;);
}
