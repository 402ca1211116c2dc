import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json, own, takeJson } from './json.ts'
import { limits } from './limits.ts'

describe('canonical JSON', () => {
  test.each<readonly [string, Json, string]>([
    ['keys are sorted at every depth', { b: 1, a: { d: 1, c: 2 } }, '{"a":{"c":2,"d":1},"b":1}'],
    ['lists keep their order', [3, 1, 2], '[3,1,2]'],
    ['nothing is added', { a: [], b: {}, c: '', d: null, e: false }, '{"a":[],"b":{},"c":"","d":null,"e":false}'],
    ['texts are escaped as JSON does', ['"\n\u2028é'], '["\\"\\n\u2028é"]'],
    ['keys that look like numbers are sorted as text', { 10: 'b', 9: 'a' }, '{"10":"b","9":"a"}'],
  ])('%s', (_note, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})

describe('taking data in', () => {
  const deep = JSON.parse(`${'['.repeat(limits.inputDepth + 2)}${']'.repeat(limits.inputDepth + 2)}`)
  test.each<readonly [string, unknown, string]>([
    ['too deep', deep, 'input_too_deep'],
    ['too long', 'x'.repeat(limits.inputChars + 1), 'input_too_large'],
    ['too many values', Array.from({ length: limits.inputValues + 1 }, () => 0), 'input_too_large'],
    ['a lone surrogate', 'a\ud800b', 'text_malformed'],
    ['a lone surrogate as a key', { '\udc00': 1 }, 'text_malformed'],
    ['a function', () => 1, 'validation'],
    ['undefined', undefined, 'validation'],
    ['a number that JSON cannot write', Number.POSITIVE_INFINITY, 'validation'],
    ['a bigint', 1n, 'validation'],
  ])('%s is refused', (_note, value, code) => {
    const taken = takeJson(value)
    expect(taken.ok ? null : taken.faults[0].code).toBe(code)
  })

  test('a key called __proto__ is a key like any other', () => {
    const taken = takeJson(JSON.parse('{"__proto__":{"x":1}}'))
    expect(taken.ok && Object.keys(taken.value as object)).toEqual(['__proto__'])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('inherited properties are never read', () => {
    expect(own({ a: 1 }, 'toString')).toBeUndefined()
  })

  test('paired surrogates are text', () => {
    expect(takeJson('😀')).toEqual({ ok: true, value: '😀' })
  })
})
