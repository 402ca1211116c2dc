import { describe, expect, test } from 'vitest'
import { sha256 } from '../core/digest.ts'
import { canonicalJson } from '../core/json.ts'
import { eventOf, genesis, link, readJournalLine } from './chain.ts'

const event = canonicalJson({ type: 'x', text: '"hash":"' })
const first = link(genesis, event)

test('a line is canonical JSON, and its hash covers the rest of the line', () => {
  const { hash, ...rest } = JSON.parse(first.line)
  expect(canonicalJson({ hash, ...rest })).toBe(first.line)
  expect(hash).toBe(sha256(canonicalJson(rest)))
  expect(rest).toMatchObject({ prev: '0'.repeat(64), seq: 1 })
})

test('a line reads back as it was written', () => {
  const second = link(first.link, event)
  const linked = readJournalLine(second.line)
  expect(linked).toEqual({ sequence: 2, hash: second.link.hash, previous: first.link.hash, text: event })
  expect(linked !== null && eventOf(linked)).toEqual({ type: 'x', text: '"hash":"' })
})

describe('a text that differs from a line in one byte is rejected', () => {
  test.each([
    ['nothing', ''],
    ['white space before', ` ${first.line}`],
    ['white space after', `${first.line} `],
    ['a carriage return', `${first.line}\r`],
    ['another order of keys', canonicalJson(JSON.parse(first.line)).replace(/^(.*),("seq":1)\}$/, '{$2,$1}')],
    ['a leading zero', first.line.replace('"seq":1}', '"seq":01}')],
    ['another number', first.line.replace('"seq":1}', '"seq":2}')],
    ['another event', first.line.replace('"x"', '"y"')],
    ['the same event, written otherwise', first.line.replace('"x"', '"\\u0078"')],
    [
      'an upper-case hash',
      first.line.replace(/"hash":"[0-9a-f]+"/, hash => hash.toUpperCase().replace('HASH', 'hash')),
    ],
    ['a hash too many', first.line.replace('{"event"', `{"hash":"${'0'.repeat(64)}","event"`)],
  ])('%s', (_, line) => expect(readJournalLine(line)).toBeNull())
})
