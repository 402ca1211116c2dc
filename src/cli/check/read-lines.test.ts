import { describe, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { readLines } from './read-lines.ts'

async function linesOf(...chunks: readonly (Buffer | string)[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of readLines(stream(chunks))) lines.push('text' in line ? line.text : line.fault.code)
  return lines
}

async function* stream(chunks: readonly (Buffer | string)[]) {
  yield* chunks
}

const euro = Buffer.from('€')

describe('the lines of a stream', () => {
  test.each([
    ['an empty stream has no lines', [], []],
    ['a last line needs no line feed', ['a\nb'], ['a', 'b']],
    ['an empty line is a line', ['a\n\nb\n'], ['a', '', 'b']],
    ['a line may come in pieces', ['a', 'b\nc', '\n'], ['ab', 'c']],
    ['a character may come in pieces', [euro.subarray(0, 1), euro.subarray(1), '\n'], ['€']],
    ['only a line feed ends a line', ['a\u2028b\u2029c\rd\n'], ['a\u2028b\u2029c\rd']],
    [
      'a line that is not UTF-8 is a fault, and the next line is read',
      [Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])],
      ['validation', 'b'],
    ],
    ['half a character at the end is a fault', [euro.subarray(0, 2)], ['validation']],
    [
      'a line that is too long is a fault, and the next line is read',
      ['x'.repeat(limits.lineBytes + 1), '\nb\n'],
      ['input_too_large', 'b'],
    ],
  ] as const)('%s', async (_note, chunks, expected) => {
    expect(await linesOf(...chunks)).toEqual(expected)
  })
})
