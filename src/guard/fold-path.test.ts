import { describe, expect, test } from 'vitest'
import type { Place } from '../core/call.ts'
import { madeUpPlace } from '../testing.ts'
import { floor } from './floor.ts'
import { foldPath } from './fold-path.ts'
import { locate } from './locate.ts'
import { isProtected } from './protected.ts'
import { sensitivity } from './sensitive.ts'
import { zoneOf } from './zone.ts'

const folds: readonly (readonly [path: string, folded: string, why: string])[] = [
  ['/w/.git/config', '/w/.git/config', 'a plain path stays as it is'],
  ['/w/.GIT/Hooks', '/w/.git/hooks', 'capital letters'],
  ['/w/.gi\u200ct', '/w/.git', 'a zero-width non-joiner, which HFS+ ignores'],
  ['/w/\ufeff.git', '/w/.git', 'a byte order mark, which HFS+ ignores'],
  ['/w/.g\u202eit', '/w/.git', 'a direction mark, which HFS+ ignores'],
  ['/w/cafe\u0301', '/w/caf\u00e9', 'a letter and its accent apart'],
  ['/w/.\u017f\u017fh', '/w/.ssh', 'the long s, which folds to s'],
  ['/w/.\u212aube', '/w/.kube', 'the Kelvin sign, which folds to k'],
  ['/w/.git./x', '/w/.git/x', 'a trailing dot, which Windows drops'],
  ['/w/.env ', '/w/.env', 'a trailing blank, which Windows drops'],
  ['/w/.git::$INDEX_ALLOCATION/hooks', '/w/.git/hooks', 'the stream of a directory'],
  ['/w/.env:$DATA', '/w/.env', 'the stream of a file'],
  ['/w/GIT~1/hooks', '/w/.git/hooks', 'a short name'],
  ['/w/../x', '/w/../x', 'dots alone stay'],
  ['/w/notes~', '/w/notes~', 'a backup is not a short name'],
]

describe('paths are compared as the most lenient file system compares them', () => {
  test.each(folds)('%j is %j: %s', (path, folded) => expect(foldPath(path)).toBe(folded))
  test.each(folds)('%j folds once', path => expect(foldPath(foldPath(path))).toBe(foldPath(path)))
})

test('a long path folds in one pass', () => {
  const path = `/w/${'a.'.repeat(50_000)}!`
  expect(foldPath(path)).toBe(path)
})

const sensitive = [
  '.ENV',
  '.Env.Local',
  'ID_RSA',
  'x/.SSH/known',
  '.Npmrc',
  'Server.PEM',
  '.AWS/credentials',
  'SECRETS.yaml',
]
const harmless = [
  'README.md',
  'readme.md',
  'Env.ts',
  '.Environment',
  'src/Secret.java',
  'src/cookies',
  '.ENV.EXAMPLE',
  'Tokens.ts',
]

describe('sensitive names', () => {
  test.each(sensitive)('%s is sensitive to read', name => expect(sensitivity(`/w/${name}`, 'read')).not.toBeNull())
  test.each(harmless)('%s is not', name => expect(sensitivity(`/w/${name}`, 'read')).toBeNull())
})

const place: Place = madeUpPlace
const root = place.workspace[0] ?? ''
const world = { place, facts: { realPath: (path: string) => path } as never, sensitive: ['Private/*.txt'] }
const decided = (kind: 'read' | 'write', path: string): boolean =>
  floor({ effects: [locate({ kind, path, cwd: root, how: 'test' }, world)], place, isFileTool: false }).length > 0

describe('the floor', () => {
  test.each([
    ['write', `${root}/Sallyport.YAML`],
    ['write', '/ETC/passwd'],
    ['write', '/BIN/sh'],
    ['read', '/etc/SHADOW'],
    ['read', '/Etc/Sudoers.d/x'],
  ] as const)('stops a %s of %s', (kind, path) => expect(decided(kind, path)).toBe(true))
  test.each([
    ['write', `${root}/sallyport.md`],
    ['read', '/etc/shadow.md'],
    ['read', '/etc/Passwd'],
  ] as const)('lets a %s of %s pass', (kind, path) => expect(decided(kind, path)).toBe(false))
})

test('entries of a policy are compared folded', () => {
  expect(isProtected(`${root}/PRIVATE/a.TXT`, world)).toBe(true)
  expect(isProtected(`${root}/public/a.txt`, world)).toBe(false)
})

test('zones that restrict are folded, the workspace is not', () => {
  expect(zoneOf('/ETC/hosts', place)).toBe('system')
  expect(zoneOf('/PROC/1', place)).toBe('device')
  expect(zoneOf(root.toUpperCase(), place)).not.toBe('workspace')
})
