import { expect, test } from 'vitest'
import { type GuardedName, plantedNames } from './planted.ts'

const name = (path: string): GuardedName => ({ path, leadsTo: path, isPlain: false })

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
  ['a new policy for the project', [], ['/w/sallyport.yaml'], ['/w/sallyport.yaml']],
  ['an example of a policy', [], ['/w/docs/sallyport.yaml'], []],
  ['a new CI pipeline', ['/w/.github'], ['/w/.github', '/w/.github/workflows'], ['/w/.github/workflows']],
  ['a new lock file is written by builds', [], ['/w/package-lock.json'], []],
  ['a new secret file harms no one', [], ['/w/.env'], []],
])('%s', (_what, before, after, planted) =>
  expect(plantedNames(before.map(name), after.map(name), ['/w']).map(({ path }) => path)).toEqual(planted),
)

test.each<readonly [what: string, after: Partial<GuardedName>, isPlanted: boolean]>([
  ['a link that leads where it led', {}, false],
  ['a link that leads elsewhere', { leadsTo: '/w/mine' }, true],
  ['a file that git obeys', { path: '/w/hooks', isGit: true }, true],
  ['a configuration that names no program', { path: '/w/new/.git/config', isGit: true, isPlain: true }, false],
])('%s', (_what, after, isPlanted) => {
  const link: GuardedName = { path: '/w/.cursor', leadsTo: '/w/editor', isPlain: false }
  expect(plantedNames([link], [{ ...link, ...after }])).toHaveLength(isPlanted ? 1 : 0)
})
