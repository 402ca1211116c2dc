import { describe, expect, test } from 'vitest'
import { plainList } from './plain-list.ts'

describe('a list of simple commands, joined by `&&`', () => {
  test.each([
    ['make', [['make']]],
    [
      'cd sub && make -j 4',
      [
        ['cd', 'sub'],
        ['make', '-j', '4'],
      ],
    ],
    [
      'echo "a b" && git commit -m \'c && d\'',
      [
        ['echo', 'a b'],
        ['git', 'commit', '-m', 'c && d'],
      ],
    ],
    ['make && # build\nmake test', [['make'], ['make', 'test']]],
    [
      'ls *.ts && make {a,b}',
      [
        ['ls', '*.ts'],
        ['make', '{a,b}'],
      ],
    ],
  ])('%s', (text, words) => expect(plainList(text)).toEqual(words))

  test.each([
    ['another operator', ['a; b', 'a || b', 'a | b', 'a & b', 'a\nb', 'a &&', 'a && b; c', 'a && b &']],
    [
      'a group around it',
      ['(a)', '{ a; }', '! a', 'time a', 'if a; then b; fi', 'f() { a; }', 'for x in a; do b; done'],
    ],
    ['a redirect', ['a > x', 'a 2>&1', 'a < x', 'a <<< x', 'a && b >> x', 'a << E\nx\nE']],
    ['a variable', ['X=1', 'X=1 a', 'a $X', 'a "${X:=1}"', 'a && X=1', 'a $((X=1))']],
    ['a substitution', ['a $(b)', 'a `b`', 'a <(b)', 'a && b >(c)']],
    [
      'a builtin that changes the shell',
      ['set -e && a', 'export X && a', '. x && a', 'eval a', 'exec a', 'hash -p x y && a'],
    ],
    ['text that does not parse', ['a "', 'a && (', 'a ${', 'a\0b']],
    ['nothing', ['', ' ', '# a']],
  ])('%s is more than that', (_what, texts) => expect(texts.map(plainList)).toEqual(texts.map(() => null)))
})
