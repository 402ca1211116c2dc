import { describe, expect, test } from 'vitest'
import { removed, replacedText } from './parameter-values.ts'

describe('what is cut off a value, as bash does it', () => {
  test.each([
    ['a/b.c.ts', '%', '.*', 'a/b.c'],
    ['a/b.c.ts', '%%', '.*', 'a/b'],
    ['a/b/c', '#', '*/', 'b/c'],
    ['a/b/c', '##', '*/', 'c'],
    ['abab', '%%', 'a*b', ''],
    ['abab', '%', 'a*b', 'ab'],
    ['abc', '#', 'b', 'abc'],
    ['abc', '%%', '*', ''],
    ['abc', '%', '*', 'abc'],
  ] as const)('${%s%s%s}', (value, operator, pattern, left) => {
    expect(removed(value, operator, pattern, '')).toBe(left)
  })
})

describe('what is put in the place of a match, as bash does it', () => {
  test.each([
    ['a.b.c', '/', '.', 'a-b.c'],
    ['a.b.c', '//', '.', 'a-b-c'],
    ['xaxbxa', '/', 'a*b', 'x-xa'],
    ['abab', '//', 'b*c', 'abab'],
    ['abab', '/#', 'a*b', '-'],
    ['abab', '/%', 'b', 'aba-'],
    ['abab', '/%', 'a', 'abab'],
  ] as const)('${%s%s%s/-}', (value, operator, pattern, made) => {
    expect(replacedText(value, operator, pattern, '-')).toBe(made)
  })
})

test('what takes too many comparisons is not known', () => {
  expect(removed('a'.repeat(20_000), '%%', '*a*a*a*a*b', '')).toBeNull()
  expect(replacedText('a'.repeat(250), '//', '*a'.repeat(100), 'x')).toBeNull()
})
