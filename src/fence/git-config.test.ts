import { describe, expect, test } from 'vitest'
import { isPlainGitConfig, pathsGitObeys } from './git-config.ts'

const initialised =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n'

describe('a git configuration that starts no program', () => {
  test.each<readonly [what: string, text: string, isPlain: boolean]>([
    ['of a new repository', initialised, true],
    [
      'of a clone',
      `${initialised}[remote "origin"]\n\turl = ../lib\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
      true,
    ],
    ['with a branch', '[branch "a.b"]\n\tremote = origin\n\tmerge = refs/heads/a.b\n', true],
    ['with comments', '# [core] fsmonitor = x\n; y\n\n', true],
    ['with a monitor', '[core]\n\tfsmonitor = touch x\n', false],
    ['with a monitor on the line of its section', '[core] fsmonitor = touch x\n', false],
    ['with a monitor in capitals', '[CORE]\n\tFSMonitor = touch x\n', false],
    ['with a continued line', '[core]\n\tfsmon\\\nitor = touch x\n', false],
    ['with other hooks', '[core]\n\thooksPath = mine\n', false],
    ['with an included file', '[include]\n\tpath = x\n', false],
    ['with an alias', '[alias]\n\tst = !touch x\n', false],
    ['with a filter', '[filter "x"]\n\tclean = touch x\n', false],
    ['with a submodule that runs a command', '[submodule "x"]\n\tupdate = !touch x\n', false],
    ['with a remote that runs a command', '[remote "x"]\n\turl = ext::sh -c x\n', false],
    ['with a remote program', '[remote "x"]\n\tuploadpack = touch x\n', false],
    ['with a line that is not understood', '[core\nfsmonitor x = y', false],
  ])('%s', (_what, text, isPlain) => expect(isPlainGitConfig(text)).toBe(isPlain))
})

test.each<readonly [what: string, text: string, paths: readonly string[]]>([
  ['hooks in the working tree', '[core]\n\thooksPath = .husky/_\n', ['/w/.husky/_']],
  ['hooks in the home', '[core]\n\thooksPath = "~/hooks" ; mine\n', ['/home/dev/hooks']],
  ['an included file', '[include]\n\tpath = ../shared # all\n', ['/w/shared']],
  ['a file included on a condition', '[includeIf "gitdir:~/w/"]\n\tpath = /etc/x\n', ['/etc/x']],
  ['nothing else', '[core]\n\teditor = vim\n', []],
])('git obeys %s', (_what, text, paths) =>
  expect(pathsGitObeys(text, { directory: '/w/.git', tree: '/w', home: '/home/dev' })).toEqual(paths),
)
