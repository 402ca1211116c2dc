import { expect, test } from 'vitest'
import type { Entry } from './ground.ts'
import { plantedNames } from './planted.ts'

const entry = (path: string): Entry => ({ path, named: path, kind: 'file' })

test.each<readonly [what: string, before: readonly string[], after: readonly string[], planted: readonly string[]]>([
  ['a new source file is not protected', [], ['/w/src/a.ts'], []],
  ['a protected file that existed is not new', ['/w/CLAUDE.md'], ['/w/CLAUDE.md'], []],
  ['new instructions for agents', [], ['/w/CLAUDE.md'], ['/w/CLAUDE.md']],
  ['new editor settings are reported once', [], ['/w/.vscode', '/w/.vscode/tasks.json'], ['/w/.vscode']],
  [
    'a new file in a directory that existed',
    ['/w/.vscode'],
    ['/w/.vscode', '/w/.vscode/tasks.json'],
    ['/w/.vscode/tasks.json'],
  ],
  ['a new repository', [], ['/w/.git', '/w/.git/config'], ['/w/.git']],
  ['git objects are ordinary work', ['/w/.git'], ['/w/.git', '/w/.git/index'], []],
  ['a file that moves the git settings', ['/w/.git'], ['/w/.git', '/w/.git/commondir'], ['/w/.git/commondir']],
  ['hooks of a repository that had none', ['/w/.git'], ['/w/.git', '/w/.git/hooks'], ['/w/.git/hooks']],
  ['a new CI pipeline', ['/w/.github'], ['/w/.github', '/w/.github/workflows'], ['/w/.github/workflows']],
  ['a new lock file is written by builds', [], ['/w/package-lock.json'], []],
  ['a new secret file harms no one', [], ['/w/.env'], []],
])('%s', (_what, before, after, planted) =>
  expect(plantedNames(before.map(entry), after.map(entry)).map(({ path }) => path)).toEqual(planted),
)
