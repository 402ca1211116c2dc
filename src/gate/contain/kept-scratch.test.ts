import { describe, expect, test } from 'vitest'
import type { FileState, TreeChange } from '../../trial/change.ts'
import { namedScratch, withoutStrayScratch } from './kept-scratch.ts'

const state = (kind: FileState['kind']): FileState => ({
  ...{ kind, mode: 0o644, size: 1, modified: '1', identity: '1:1', names: 1, target: null },
})
const changed = (path: string, kind: FileState['kind'] = 'file'): TreeChange => ({
  ...{ path, was: null, now: state(kind), content: true },
})

/** The paths that stay in the diff of a call with this text. */
const kept = (text: string, ...changes: readonly TreeChange[]): readonly string[] =>
  withoutStrayScratch(
    { changes, conflicts: [], leftOut: [] },
    { named: namedScratch({ effects: [], text }), workspace: ['/home/dev/project', '/tmp/project'] },
  ).changes.map(({ path }) => path)

describe('temporary files of a contained call', () => {
  test.each<[string, string, readonly TreeChange[], readonly string[]]>([
    ['a file that the call names', 'tool -o /tmp/out.svg', [changed('/tmp/out.svg')], ['/tmp/out.svg']],
    ['a file that it does not name', 'tool', [changed('/tmp/out.svg')], []],
    ['a file in a directory that it names', 'tool /tmp/out', [changed('/tmp/out/a/b')], ['/tmp/out/a/b']],
    [
      'the new directory of a file that it names',
      'tool /tmp/out/a.txt',
      [changed('/tmp/out', 'directory'), changed('/tmp/out/a.txt'), changed('/tmp/out/b.txt')],
      ['/tmp/out', '/tmp/out/a.txt'],
    ],
    ['a longer name', 'tool /tmp/out', [changed('/tmp/outer')], []],
    ['the whole directory, which is no name', 'tool /tmp/', [changed('/tmp/x')], []],
    ['a way back to the whole directory', 'tool /tmp/a/..', [changed('/tmp/x')], []],
    [
      'a cache, although the call names it',
      'tool /tmp/node-compile-cache/x',
      [changed('/tmp/node-compile-cache/x')],
      [],
    ],
    ['a file of the workspace', 'tool', [changed('/home/dev/project/a')], ['/home/dev/project/a']],
    ['a file of a workspace in /tmp', 'tool', [changed('/tmp/project/cache/a')], ['/tmp/project/cache/a']],
  ])('%s', (_, text, changes, expected) => {
    expect(kept(text, ...changes)).toEqual(expected)
  })

  test('a deleted directory above a name stays', () => {
    const deleted: TreeChange = { path: '/tmp/out', was: state('directory'), now: null, content: true }
    expect(kept('tool /tmp/out/a.txt', deleted)).toEqual([])
  })
})
