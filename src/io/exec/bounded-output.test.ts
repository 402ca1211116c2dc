import { describe, expect, test } from 'vitest'
import { boundedOutput, leftOutNote } from './bounded-output.ts'

const all = { most: 1_000_000, isLast: true }

function outputOf(most: number, ...chunks: readonly (string | Uint8Array)[]) {
  const output = boundedOutput(most)
  for (const chunk of chunks) output.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return output
}

describe('the output of a program', () => {
  test('is returned as it came, and only once', () => {
    const output = outputOf(100, 'one ', 'two')
    expect(output.take(all)).toEqual({ text: 'one two', bytes: 7, leftOut: 0 })
    expect(output.take(all)).toEqual({ text: '', bytes: 0, leftOut: 0 })
    output.add(Buffer.from('three'))
    expect(output.take(all).text).toBe('three')
  })

  test.each([
    ['in one piece', 100, ['0123456789abcdefghij']],
    ['byte by byte', 100, [...'0123456789abcdefghij']],
    ['in pieces that end at the half', 20, ['0123456789', 'abcdefghij']],
    ['in pieces that cross the half', 20, ['0123456', '789abc', 'defghij']],
  ])('is whole while it fits, %s', (_how, most, chunks) => {
    expect(outputOf(most, ...chunks).take(all)).toEqual({ text: chunks.join(''), bytes: 20, leftOut: 0 })
  })

  test.each([
    ['in one piece', ['0123456789abcdefghij']],
    ['byte by byte', [...'0123456789abcdefghij']],
    ['in odd pieces', ['012', '3456789abc', 'defghi', 'j']],
  ])('keeps its beginning and end, and counts the rest: %s', (_how, chunks) => {
    expect(outputOf(8, ...chunks).take(all)).toEqual({ text: `0123\n${leftOutNote(12)}\nghij`, bytes: 20, leftOut: 12 })
  })

  test('is cut to the wanted size', () => {
    const { text, leftOut } = outputOf(100, '0123456789abcdefghij').take({ most: 6, isLast: true })
    expect(text).toBe(`012\n${leftOutNote(14)}\nhij`)
    expect(leftOut).toBe(14)
  })

  test('is cut once where bytes are missing already', () => {
    const { text, leftOut } = outputOf(8, '0123456789abcdefghij').take({ most: 4, isLast: true })
    expect(text).toBe(`01\n${leftOutNote(16)}\nij`)
    expect(leftOut).toBe(16)
  })

  test('every byte is returned or counted, for any sizes of pieces', () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    for (let round = 0; round < 300; round += 1) {
      const output = boundedOutput(64)
      let sent = ''
      for (let i = 0; i < random(12); i += 1) {
        const piece = Array.from({ length: random(40) }, (_, at) => String.fromCharCode(97 + ((sent.length + at) % 26)))
        sent += piece.join('')
        output.add(Buffer.from(piece.join('')))
      }
      const { text, bytes, leftOut } = output.take(all)
      const [before = '', after = ''] = text.split(`\n${leftOutNote(leftOut)}\n`)
      expect(bytes).toBe(sent.length)
      expect(before.length + after.length + leftOut).toBe(sent.length)
      expect(sent.startsWith(before) && sent.endsWith(after)).toBe(true)
    }
  })
})

describe('characters of several bytes', () => {
  test.each(['é', '€', '😀'])('%s waits until it is whole', letter => {
    const bytes = Buffer.from(`a${letter}b`)
    for (let cut = 2; cut < bytes.length - 1; cut += 1) {
      const output = outputOf(100, bytes.subarray(0, cut))
      const first = output.take({ most: 100, isLast: false })
      expect(first).toEqual({ text: 'a', bytes: 1, leftOut: 0 })
      output.add(bytes.subarray(cut))
      expect(first.text + output.take(all).text).toBe(`a${letter}b`)
    }
  })

  test('wait also where the beginning ends and the end begins', () => {
    const bytes = Buffer.from('abc😀')
    const output = outputOf(8, bytes.subarray(0, 6))
    expect(output.take({ most: 8, isLast: false }).text).toBe('abc')
    output.add(bytes.subarray(6))
    expect(output.take(all).text).toBe('😀')
  })

  test('are never cut in the middle', () => {
    for (let most = 8; most < 40; most += 1) {
      const { text } = outputOf(most, '😀€é'.repeat(50)).take({ most, isLast: true })
      expect(text).not.toContain('\ufffd')
    }
  })

  test('an unfinished one at the end of all output is shown as such', () => {
    expect(outputOf(100, Buffer.from('a€').subarray(0, 3)).take(all).text).toBe('a\ufffd')
  })

  test('bytes that are no text do not wait', () => {
    expect(outputOf(100, Buffer.from([0x61, 0xff])).take({ most: 100, isLast: false }).text).toBe('a\ufffd')
    expect(outputOf(100, Buffer.from([0x61, 0x80, 0x80])).take({ most: 100, isLast: false }).bytes).toBe(3)
  })
})
