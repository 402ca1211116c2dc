import { describe, expect, test } from 'vitest'
import { hasHidden, visiblePieces } from './visible-text.ts'

const shown = (text: string, marks: readonly { start: number; end: number }[] = []): string =>
  visiblePieces(text, marks)
    .map(piece => (piece.kind === 'hidden' ? `[${piece.text}]` : piece.text))
    .map((piece, index) => (visiblePieces(text, marks)[index]?.isMarked === true ? `<${piece}>` : piece))
    .join('')

describe('a text of an agent', () => {
  test.each([
    ['rm -rf build', 'rm -rf build'],
    ['a\n\tb', 'a\n\tb'],
    ['grüße 日本 🚀', 'grüße 日本 🚀'],
    ['a\u001b[2Kb', 'a[ESC][2Kb'],
    ['safe\rrm', 'safe[CR]rm'],
    ['x\u202egnp.exe', 'x[RLO]gnp.exe'],
    ['a\u200bb', 'a[ZWSP]b'],
    ['a\u00a0b', 'a[NBSP]b'],
    ['a\u3164b', 'a[U+3164]b'],
    ['a\ud800b', 'a[U+D800]b'],
    ['a\u{e0041}b', 'a[U+E0041]b'],
    ['a\u2028b', 'a[U+2028]b'],
  ])('%j is shown as %s', (text, want) => {
    expect(shown(text)).toBe(want)
    expect(hasHidden(text)).toBe(want.includes('['))
  })

  test.each([
    ['git push -f', [{ start: 9, end: 11 }], 'git push <-f>'],
    ['🚀 rm -rf /', [{ start: 3, end: 5 }], '🚀 <rm> -rf /'],
    ['a\u202eb', [{ start: 0, end: 2 }], '<a><[RLO]>b'],
    ['abc', [{ start: 1, end: 99 }], 'a<bc>'],
    ['abc', [{ start: 2, end: 1 }], 'abc'],
  ])('%s with marks', (text, marks, want) => {
    expect(shown(text, marks)).toBe(want)
  })
})
