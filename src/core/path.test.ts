import { describe, expect, test } from 'vitest'
import { expandHome, isWithin, outermostPaths, parentOf, resolvePath, shortPath } from './path.ts'

describe('paths as text', () => {
  test.each([
    ['a relative path starts at the base', '/w', 'a/b', '/w/a/b'],
    ['an absolute path forgets the base', '/w', '/a', '/a'],
    ['dots and doubled slashes go', '/w', './a//b/.', '/w/a/b'],
    ['two dots go up', '/w/x', '../a', '/w/a'],
    ['the root has no parent', '/', '../../a', '/a'],
  ])('%s', (_note, base, path, expected) => {
    expect(resolvePath(base, path)).toBe(expected)
  })

  test.each([
    ['a directory is within itself', '/w', '/w', true],
    ['a file is within its directory', '/w/a', '/w', true],
    ['a sibling whose name begins the same is not within', '/w-evil/x', '/w', false],
    ['everything is within the root', '/x', '/', true],
    ['a parent is not within its child', '/w', '/w/a', false],
  ])('%s', (_note, path, root, expected) => {
    expect(isWithin(path, root)).toBe(expected)
  })

  test('`~` is expanded at the start only', () => {
    expect(['~', '~/x', '~other/x', 'a/~'].map(path => expandHome(path, '/h'))).toEqual([
      '/h',
      '/h/x',
      '~other/x',
      'a/~',
    ])
  })

  test('the parent of the root is the root', () => {
    expect(['/a/b', '/a', '/'].map(parentOf)).toEqual(['/a', '/', '/'])
  })

  test.each<readonly [given: readonly string[], outermost: readonly string[]]>([
    [
      ['/a/b', '/a', '/a-b', '/a/b/c'],
      ['/a', '/a-b'],
    ],
    [['/a', '/a'], ['/a']],
    [['/a/b', '/'], ['/']],
    [[], []],
  ])('of %j only %j lie below no other path', (given, outermost) => {
    expect(outermostPaths(given)).toEqual(outermost)
  })

  test('short paths for people', () => {
    const place = { workspace: ['/h/w'], home: '/h' }
    expect(['/h/w/src/a', '/h/w', '/h/x', '/h', '/etc'].map(path => shortPath(path, place))).toEqual([
      'src/a',
      '.',
      '~/x',
      '~',
      '/etc',
    ])
  })
})
