import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileFacts } from './file-facts.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'facts-')))
mkdirSync(join(root, 'real/inner'), { recursive: true })
symlinkSync('real', join(root, 'link'))
symlinkSync('nowhere/deep', join(root, 'dangling'))

test.each([
  ['a link', 'link/inner', 'real/inner'],
  ['the way up behind a link', 'link/inner/../..', '.'],
  ['what is missing', 'a/b/c', 'a/b/c'],
  ['a link behind the way up from what is missing', 'a/b/../../link/x', 'real/x'],
  ['a link to what is missing', 'dangling/x', 'nowhere/deep/x'],
  ['a link behind the way up from what a link misses', 'dangling/../../link', 'real'],
  ['a very long path', `${'a/'.repeat(2_000)}x`, `${'a/'.repeat(2_000)}x`],
])('the real path of %s', (_what, path, real) => {
  expect(fileFacts.realPath(`${root}/${path}`)).toBe(join(root, real).replace(/\/$/, ''))
})
