import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { filesChangedSince } from './changed-files.ts'

const base = mkdtempSync(join(tmpdir(), 'sallyport-changed-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let roots = 0

/** A tree of old files, and the names that changed after `change`, relative to it. */
async function changed(change: (root: string) => void, most = 1_000): Promise<readonly string[]> {
  roots += 1
  const root = join(base, `${roots}`)
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  mkdirSync(join(root, '.git/hooks'), { recursive: true })
  for (const name of ['a', 'b', 'src/c', 'src/deep/d']) writeFileSync(join(root, name), name)
  await new Promise(resolve => setTimeout(resolve, 60))
  const since = Date.now()
  await new Promise(resolve => setTimeout(resolve, 20))
  change(root)
  return filesChangedSince([root], { since, most })
    .map(path => path.slice(root.length + 1))
    .sort()
}

describe('the files that changed since a time', () => {
  test.each<readonly [what: string, change: (root: string) => void, found: readonly string[]]>([
    ['nothing', () => {}, []],
    ['a new file', root => writeFileSync(join(root, 'src/new'), 'x'), ['src/new']],
    ['new text', root => writeFileSync(join(root, 'a'), 'x'), ['a']],
    ['a new mode', root => writeFileSync(join(root, 'b'), 'b', { mode: 0o755 }), ['b']],
    [
      'times that the program sets to the past: the kernel has its own',
      root => {
        writeFileSync(join(root, 'a'), 'x')
        utimesSync(join(root, 'a'), new Date(0), new Date(0))
      },
      ['a'],
    ],
    ['a renamed file', root => renameSync(join(root, 'a'), join(root, 'z')), ['z']],
    ['a hard link', root => linkSync(join(root, 'a'), join(root, 'z')), ['a', 'z']],
    ['a link', root => symlinkSync('/etc', join(root, 'z')), ['z']],
    [
      'a directory that was moved, with old files in it',
      root => renameSync(join(root, 'src/deep'), join(root, 'moved')),
      ['moved'],
    ],
    [
      'a moved directory with a new file in it',
      root => {
        renameSync(join(root, 'src/deep'), join(root, 'moved'))
        writeFileSync(join(root, 'moved/new'), 'x')
      },
      ['moved/new', 'src'],
    ],
    ['a directory that lost a file', root => rmSync(join(root, 'src/deep/d')), ['src/deep']],
    ['a new empty directory', root => mkdirSync(join(root, 'empty')), ['empty']],
    ["git's own files, which a contained run cannot write", root => writeFileSync(join(root, '.git/hooks/x'), 'x'), []],
  ])('%s', async (_what, change, found) => expect(await changed(change)).toEqual(expect.arrayContaining([...found])))

  test('after too many entries, a directory that was not looked at counts as changed', async () => {
    const found = await changed(root => {
      for (let index = 0; index < 30; index += 1) writeFileSync(join(root, `many-${index}`), 'x')
    }, 10)
    expect(found).toContain('src')
    expect(found.filter(name => name.startsWith('many-'))).toHaveLength(30)
  })

  test('a root that is a file', async () => {
    const file = join(base, 'alone')
    writeFileSync(file, 'x')
    expect(filesChangedSince([file], { since: Date.now() - 5_000, most: 10 })).toEqual([file])
    expect(filesChangedSince([file], { since: Date.now() + 5_000, most: 10 })).toEqual([])
    expect(filesChangedSince([join(base, 'missing')], { since: 1, most: 10 })).toEqual([])
  })
})
