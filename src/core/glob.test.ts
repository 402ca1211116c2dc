import { describe, expect, test } from 'vitest'
import { compileGlob, expandBraces, literalPrefix, matchWildcard, wildcardMatcher } from './glob.ts'

describe('globs', () => {
  test.each([
    ['a star stays within a component', 'src/*', 'src/a.ts', true],
    ['a star does not cross a slash', 'src/*', 'src/a/b.ts', false],
    ['two stars take any number of components', 'src/**', 'src/a/b.ts', true],
    ['two stars also match no component', 'src/**/x', 'src/x', true],
    ['two stars in the middle', 'a/**/z', 'a/b/c/z', true],
    ['a question mark is one character', 'a?c', 'abc', true],
    ['a question mark matches exactly one character', 'a?c', 'ac', false],
    ['braces are alternatives', '{a,b}/x', 'b/x', true],
    ['braces are nothing else', '{a,b}/x', 'c/x', false],
    ['the whole name must match', 'a', 'ab', false],
    ['several stars in one name', '*a*b*', 'xaybz', true],
    ['a dot is a dot', 'a.ts', 'axts', false],
  ])('%s', (_note, pattern, subject, expected) => {
    expect(compileGlob(pattern)?.(subject)).toBe(expected)
  })

  test('too many alternatives are no pattern', () => {
    expect(compileGlob('{a,b}'.repeat(10))).toBeNull()
    expect(expandBraces('{a,b}{c,d}')).toEqual(['ac', 'ad', 'bc', 'bd'])
  })

  test('a pattern made to go back and forth ends at once', () => {
    const steps = 200
    expect(matchWildcard(`${'*a'.repeat(steps)}b`, 'a'.repeat(steps * 20))).toBe(false)
    expect(compileGlob(`${'**/a/'.repeat(steps)}b`)?.('a/'.repeat(steps * 20))).toBe(false)
  })

  test.each(['', '*', 'a', 'ab', 'a*', '*a', 'a*a', 'ab*ba', '*a*', 'a?', '?', 'a*?', '{a,b}'])(
    '`%s` made ready matches what it matches anyway',
    pattern => {
      const matches = wildcardMatcher(pattern)
      const texts = ['', 'a', 'aa', 'ab', 'aba', 'abba', 'ba', 'b', 'xax', 'ax', 'xa', '{a,b}', '*']
      expect(texts.filter(matches)).toEqual(texts.filter(text => matchWildcard(pattern, text)))
    },
  )

  test('the literal prefix ends at the first wildcard', () => {
    expect(['a/b*', 'x?', '{a}', 'plain'].map(literalPrefix)).toEqual(['a/b', 'x', '', 'plain'])
  })
})
