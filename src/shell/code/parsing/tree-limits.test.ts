import { describe, expect, test } from 'vitest'
import { readJavaScript } from '../javascript.ts'
import { readPhp } from '../php.ts'
import { readPython } from '../python.ts'

const long = 30_000
const repeated = (piece: string): string => piece.repeat(Math.floor(long / piece.length))

describe('parsing gives up on text that is far from the language', () => {
  test.each([
    ['JavaScript of stars', readJavaScript, '*'],
    ['JavaScript of values that never end', readJavaScript, '(a='],
    ['Python of stars', readPython, '*'],
    ['PHP of question marks', readPhp, '?.'],
  ] as const)('%s', (_what, read, piece) => {
    expect(read(repeated(piece))).toMatchObject({ effects: [], opaque: 'code that does not parse' })
  })
})

describe('long code that parses is read to its end', () => {
  test.each([
    ['JavaScript', readJavaScript, `console.log([1, 2].map((a, b) => a ?? b))\n`, `require('fs').rmSync('x')`],
    ['TypeScript', readJavaScript, 'const one = (a: string): string => a as string\n', `require('fs').rmSync('x')`],
    ['Python', readPython, 'print([a for a in range(3)], "and some text")\n', `import os; os.remove('x')`],
    ['PHP', readPhp, 'echo implode(",", [1, 2, 3]) . "and some text";\n', `unlink('x');`],
  ] as const)('%s', (_what, read, line, last) => {
    expect(read(line.repeat(300) + last)).toMatchObject({ effects: [{ kind: 'delete', path: 'x' }], opaque: null })
  })
})
