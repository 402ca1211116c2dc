import { describe, expect, test } from 'vitest'
import { type JsonSettings, readJsonSettings } from './json-settings.ts'

function read(text: string): JsonSettings {
  const settings = readJsonSettings(text)
  if (!settings.ok) throw new Error(`${settings.faults[0].message}: ${text}`)
  return settings.value
}

const item = { c: 1 }

describe('an item is appended to a list', () => {
  test.each([
    ['after an item', '{\n  "h": [\n    1\n  ]\n}\n', '{\n  "h": [\n    1,\n    {\n      "c": 1\n    }\n  ]\n}\n'],
    ['in a one-line text', '{"h":[1]}', '{"h":[1, {"c":1}]}'],
    ['in an empty one-line list', '{"h":[],"i":2}', '{"h":[{"c":1}],"i":2}'],
    ['after a trailing comma', '{"h":[\n  1,\n]}', '{"h":[\n  1,\n  {\n    "c": 1\n  },\n]}'],
    ['after a comment', '{"h":[\n  1 // x\n]}', '{"h":[\n  1, // x\n  {\n    "c": 1\n  }\n]}'],
    ['after a comma and a comment', '{"h":[\n  1, // x, y\n]}', '{"h":[\n  1, // x, y\n  {\n    "c": 1\n  },\n]}'],
    ['in a list with only a comment', '{"h":[\n  // x\n]}', '{"h":[\n  // x\n  {\n    "c": 1\n  }\n]}'],
    ['with tabs', '{\n\t"h": [\n\t\t1\n\t]\n}', '{\n\t"h": [\n\t\t1,\n\t\t{\n\t\t\t"c": 1\n\t\t}\n\t]\n}'],
    [
      'with CRLF line ends',
      '{\r\n "h": [\r\n  1\r\n ]\r\n}',
      '{\r\n "h": [\r\n  1,\r\n  {\r\n   "c": 1\r\n  }\r\n ]\r\n}',
    ],
    ['after a byte order mark', '\uFEFF{"h":[1]}', '\uFEFF{"h":[1, {"c":1}]}'],
  ])('%s, and removed again', (_, before, after) => {
    const added = read(before).append(['h'], item)
    expect(added.text).toBe(after)
    const list = added.value(['h'])
    expect(added.drop(['h', (Array.isArray(list) ? list.length : 0) - 1]).text).toBe(before)
  })
})

describe('a key is added to an object', () => {
  test.each([
    ['that is empty', '{}\n', '{\n  "k": 1\n}\n'],
    ['after another key', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "k": 1\n}\n'],
    ['after a trailing comma and a comment', '{\n  "a": 1, // x\n}\n', '{\n  "a": 1, // x\n  "k": 1,\n}\n'],
    ['on one line', '{ "a": 1 }', '{ "a": 1, "k": 1 }'],
    ['with only a comment', '{ // x\n}', '{ // x\n  "k": 1\n}'],
  ])('%s, and removed again', (_, before, after) => {
    const added = read(before).set(['k'], 1)
    expect(added.text).toBe(after)
    expect(added.drop(['k']).text).toBe(before)
  })

  test('and missing parent objects are created', () => {
    expect(read('{"a":1}').set(['b', 'c'], [item]).text).toBe('{"a":1, "b": {"c": [{"c":1}]}}')
    expect(read('').set(['b', 'c'], 1).text).toBe('{\n  "b": {\n    "c": 1\n  }\n}\n')
  })

  test('or its value is replaced in place if it exists', () => {
    expect(read('{ "a": 1, /* x */ "b": 2 }').set(['a'], [3]).text).toBe('{ "a": [3], /* x */ "b": 2 }')
    expect(read('{"h":[1,2,3]}').set(['h', 1], item).text).toBe('{"h":[1,{"c":1},3]}')
  })
})

describe('an item is dropped', () => {
  test.each([
    ['the first of two', '{"h":[1, 2]}', 0, '{"h":[2]}'],
    ['the only one, with a trailing comma', '{"h":[1,]}', 0, '{"h":[]}'],
    ['with comments around it', '{"h":[/* a */ 1 /* b */]}', 0, '{"h":[/* a */ /* b */]}'],
    ['with a comment before its comma', '{"h":[\n  1 /* a */,\n  2\n]}', 0, '{"h":[\n  /* a */\n  2\n]}'],
    ['before another on its line', '{"h":[ // a\n  1, 2\n]}', 0, '{"h":[ // a\n  2\n]}'],
    ["between other items' comments", '{"h":[\n  1, // a\n  2, // b\n  3\n]}', 1, '{"h":[\n  1, // a\n  // b\n  3\n]}'],
    ['the only one, after a comment with a bracket', '{"h":[ // [\n  1\n]}', 0, '{"h":[ // [\n]}'],
    ["the last, after another item's comment", '{"h":[\n  1, // a\n  2\n]}', 1, '{"h":[\n  1 // a\n]}'],
  ])('%s', (_, before, at, after) => {
    expect(read(before).drop(['h', at]).text).toBe(after)
  })

  test('and leaves no dangling comma', () => {
    expect(read('{"h":2,}').drop(['h']).text).toBe('{}')
    expect(read('{}').drop(['h']).text).toBe('{}')
  })
})

test('a bare value is empty and contains no comment', () => {
  const settings = read('{"a":{},"b":[\n],"c":{/* x */},"d":[1],"e":""}')
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(key => settings.isBare([key]))).toEqual(['a', 'b'])
})

describe('random lists with comments', () => {
  const count = 3_000

  test(`${count} of them have the right items after each edit`, () => {
    const random = randomText(7)
    for (let i = 0; i < count; i += 1) {
      const before = read(random())
      const items = itemsOf(before)
      const added = before.append(['h'], item)
      expect(itemsOf(read(added.text)), before.text).toEqual([...items, item])
      expect(itemsOf(read(added.drop(['h', items.length]).text)), before.text).toEqual(items)
      for (const at of items.keys()) {
        const left = read(before.drop(['h', at]).text)
        expect(itemsOf(left), before.text).toEqual(items.filter((_, other) => other !== at))
      }
    }
  })
})

const itemsOf = (settings: JsonSettings): readonly unknown[] => {
  const items = settings.value(['h'])
  return Array.isArray(items) ? items : []
}

function randomText(seed: number): () => string {
  let state = seed
  const below = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
  const pick = (texts: readonly string[]): string => texts[below(texts.length)] ?? ''
  const space = (): string => pick(['', ' ', '\n', '\n  ', ' // c, ]\n', ' /* d, { */ ', '\t', '\r\n'])
  const value = (): string => pick(['1', '"s,]"', '{}', '[ 1,\n2 ]', '{"a": 1 /* e */}'])
  return () => {
    const items = Array.from({ length: below(4) }, () => space() + value() + space())
    const end = items.length > 0 && below(3) === 0 ? `,${space()}` : ''
    return `{${space()}"h"${space()}:${space()}[${items.join(',')}${end}]${space()}}`
  }
}

test.each([
  ['a duplicate key of the file', '{"hooks":{},"a":1,"hooks":{}}', '`hooks` appears twice; fix it first'],
  ['a duplicate event', '{"hooks":{"PreToolUse":[],"PreToolUse":[1]}}', '`PreToolUse` appears twice; fix it first'],
  ['a list instead of an object', '[]', 'the settings are not a JSON object; fix them first'],
])('%s is refused, because clients could read it differently', (_, text, message) => {
  expect(readJsonSettings(text)).toMatchObject({ ok: false, faults: [{ message }] })
})
