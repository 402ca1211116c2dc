import { describe, expect, it } from 'vitest'
import { type SpanMark, spanLines } from './span-lines.ts'

const mark = (start: number, end: number, ...effects: number[]): SpanMark => ({ span: { start, end }, effects })

type Row = readonly [
  sentence: string,
  text: string,
  width: number,
  marks: readonly SpanMark[],
  lines: readonly string[],
]

const rows: readonly Row[] = [
  ['a span is underlined with its number', 'ls -la', 80, [mark(0, 6, 1)], ['ls -la', '1─────']],
  ['spans beside one another share a line', 'ab | cd', 80, [mark(0, 2, 1), mark(5, 7, 2)], ['ab | cd', '1─   2─']],
  [
    'nested spans go on separate lines',
    'sh -c x',
    80,
    [mark(0, 7, 1), mark(6, 7, 2)],
    ['sh -c x', '1──────', '      2'],
  ],
  ['effects of one span are a range', 'rm a', 80, [mark(0, 4, 1, 2, 3, 5)], ['rm a', '1-3,5']],
  [
    'a label wider than its span moves the next mark to a new line',
    'a;b',
    80,
    [mark(0, 1, 1, 2), mark(2, 3, 3)],
    ['a;b', '1,2', '  3'],
  ],
  [
    'a wide text is broken into lines, and so are its marks',
    'abcdef',
    4,
    [mark(2, 6, 1)],
    ['abcd', '  1─', 'ef', '──'],
  ],
  ['each line has its own marks', 'ab\ncd', 80, [mark(3, 5, 1)], ['ab', 'cd', '1─']],
  ['a span over several lines is marked on each', 'ab\ncd', 80, [mark(0, 5, 1)], ['ab', '1─', 'cd', '──']],
  ['an empty span at the end is marked', 'if x', 80, [mark(4, 4, 1)], ['if x', '    1']],
  ['control characters are made visible', 'a\u001b[2J', 80, [], ['a␛[2J']],
  ['an empty text is one empty line', '', 80, [], ['']],
]

describe('a text with marks', () => {
  it.each(rows)('%s', (_, text, width, marks, lines) => {
    expect(spanLines(text, marks, width).map(line => line.text)).toEqual(lines)
  })

  it('a long text ends with how much is left', () => {
    const lines = spanLines(Array.from({ length: 30 }, () => 'x').join('\n'), [], 80)
    expect(lines.at(-1)?.text).toBe('… 6 more lines')
  })
})
