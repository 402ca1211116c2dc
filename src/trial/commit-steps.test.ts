import { describe, expect, test } from 'vitest'
import type { FileState, TreeChange } from './change.ts'
import { commitSteps } from './commit-steps.ts'
import { diffRows, diffSummary, roundSize } from './diff-words.ts'
import { manifestText, readManifest } from './manifest.ts'
import { isGitData, protectedReason } from './protected-change.ts'

const state = (kind: FileState['kind'], more: Partial<FileState> = {}): FileState => ({
  ...{
    kind,
    mode: kind === 'directory' ? 0o755 : 0o644,
    size: 10,
    modified: '1',
    identity: '1:1',
    names: 1,
    target: null,
  },
  ...more,
})
const [file, directory, link] = [state('file'), state('directory'), state('link', { target: 'x' })]
const change = (
  path: string,
  was: FileState | null,
  now: FileState | null,
  more: Partial<TreeChange> = {},
): TreeChange => ({
  ...{ path: `/w/${path}`, was, now, content: true },
  ...more,
})

describe('the steps of a commit', () => {
  test('a file with two names is written once and linked', () => {
    const [one, other] = [state('file', { identity: '1:7', names: 2 }), state('file', { identity: '1:8', names: 2 })]
    const steps = commitSteps([change('a', null, one), change('b', null, other), change('c', null, one)])
    expect(steps.map(({ firstName }) => firstName)).toEqual([undefined, undefined, '/w/a'])
  })

  test.each<[string, readonly TreeChange[], readonly string[]]>([
    ['a new file is written', [change('a', null, file)], ['write a']],
    ['a changed file is replaced at once', [change('a', file, file)], ['write a']],
    ['a deleted file is removed', [change('a', file, null)], ['remove a']],
    ['a link replaces a file at once', [change('a', file, link)], ['write a']],
    ['a mode alone needs no copy', [change('a', file, file, { content: false })], ['settle a']],
    [
      'a deleted directory goes as a whole',
      [change('d', directory, null), change('d/x', file, null, { within: true })],
      ['remove d'],
    ],
    [
      'a file replaces a directory after it is gone',
      [change('d', directory, file), change('d/x', file, null, { within: true })],
      ['remove d', 'write d'],
    ],
    [
      'a directory replaces a file after it is gone',
      [change('d', file, directory)],
      ['remove d', 'make d', 'settle d'],
    ],
    [
      'directories are made before files, and get their modes last, the inner ones first',
      [change('d', null, directory), change('d/e', null, directory), change('d/e/x', null, file)],
      ['make d', 'make d/e', 'write d/e/x', 'settle d/e', 'settle d'],
    ],
    [
      'a directory that becomes read-only is writable until the end',
      [change('d', directory, state('directory', { mode: 0o555 }), { content: false }), change('d/x', file, null)],
      ['open d', 'remove d/x', 'settle d'],
    ],
  ])('%s', (_, changes, wanted) => {
    expect(commitSteps(changes).map(({ does, change: { path } }) => `${does} ${path.slice(3)}`)).toEqual(wanted)
  })
})

describe('a diff in words', () => {
  test.each<[readonly TreeChange[], string]>([
    [[], 'changes nothing'],
    [[change('a', file, null)], 'deletes 1 file'],
    [
      [
        ...Array.from({ length: 246 }, (_, n) => change(`${n}`, file, null)),
        change('b', file, file),
        change('c', null, file),
      ],
      'deletes 246 files, changes 1, creates 1',
    ],
    [[change('d', null, directory)], 'creates 1 directory'],
    [[change('d', directory, null), change('d/x', file, null, { within: true })], 'deletes 1 file'],
  ])('%#', (changes, wanted) => expect(diffSummary({ changes })).toBe(wanted))

  test('what needs a look comes first, and a deleted directory is one line', () => {
    const changes = [
      change('a', null, file),
      change('d', directory, null),
      change('d/x', file, null, { within: true }),
      change('CLAUDE.md', file, file),
    ]
    expect(
      diffRows(changes, ['/w']).map(({ sign, path, says, marked }) => `${sign} ${path} ${says} ${marked}`),
    ).toEqual(['~ /w/CLAUDE.md 10 B to 10 B agent instructions', '+ /w/a 10 B null', '- /w/d directory, 1 file null'])
  })

  test.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_536, '1.5 KiB'],
    [2 ** 30, '1 GiB'],
    [50_000_000, '48 MiB'],
  ])('%i bytes are %s', (bytes, text) => expect(roundSize(bytes)).toBe(text))
})

describe('protected changes', () => {
  test.each([
    ...[
      'CLAUDE.md',
      'AGENTS.md',
      '.envrc',
      '.husky/pre-commit',
      '.gitattributes',
      '.npmrc',
      '.github/workflows/ci.yml',
    ],
    ...[
      '.git/hooks/pre-commit',
      '.git/config',
      '.git/modules/x/hooks/post-checkout',
      'sub/.git/config',
      '.vscode/tasks.json',
    ],
    ...['sallyport.yaml', '.git/info/attributes', '.env'],
  ])('%s is marked', path => expect(protectedReason(change(path, null, file), ['/w'])).not.toBeNull())

  test.each([
    ...['src/a.ts', 'package.json', 'package-lock.json', '.git/index', '.git/objects/ab/cd', '.git/refs/heads/main'],
    ...['.git/HEAD', '.git/logs/HEAD', 'README.md', '.gitignore', 'dist/x.js'],
  ])('%s is not', path => expect(protectedReason(change(path, null, file), ['/w'])).toBeNull())

  test.each([
    ['a setuid bit', change('a', file, state('file', { mode: 0o4755 })), true],
    [
      'a setuid bit that was there before',
      change('a', state('file', { mode: 0o4755 }), state('file', { mode: 0o4755 })),
      false,
    ],
    ['a link to a secret of the home', change('a', null, state('link', { target: '/home/u/.ssh/id' })), true],
    ['a link that climbs out', change('a', null, state('link', { target: '../../x' })), true],
    ['a link in the workspace', change('n/a', null, state('link', { target: '../b' })), false],
    ['a link to an installed program', change('a', null, state('link', { target: '/usr/bin/python3' })), false],
  ])('%s', (_, changed, isMarked) => expect(protectedReason(changed, ['/w']) !== null).toBe(isMarked))

  test("git's own data is told from what git obeys", () => {
    expect(['/w/.git/objects/a', '/w/.git/config', '/w/a/.git/hooks/x', '/w/src/git'].map(isGitData)).toEqual([
      ...[true, false, false, false],
    ])
  })
})

describe('a manifest', () => {
  const manifest = { id: 'i', at: 1, title: 't', call: 'c', roots: ['/w'], parents: [{ path: '/w', modified: '5' }] }
  const changes = [change('a\nb', file, null), change('d', null, link, { within: true })]

  test('is read as it was written', () => {
    expect(readManifest(manifestText({ ...manifest, changes }))).toEqual({ version: undefined, ...manifest, changes })
  })

  test.each(['', '{', '[]', '{"version":2}', manifestText({ ...manifest, changes }).replace('"file"', '"pipe"')])(
    'that is damaged is not used: %#',
    text => expect(readManifest(text)).toBeNull(),
  )
})
