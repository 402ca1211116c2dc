import { describe, expect, test } from 'vitest'
import { patchedFiles, readPatch } from './patch-text.ts'

const rows: readonly (readonly [what: string, patch: string, files: readonly string[]])[] = [
  ['a change', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b', ['change a/x', 'change b/x']],
  ['a new file', '--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a', ['add b/x']],
  ['a deleted file', '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a', ['remove a/x']],
  ['a context diff', '*** a/x\n--- b/x\n***************\n*** 1,2 ****\n--- 1,2 ----', ['change a/x', 'change b/x']],
  ['a new file in a context diff', '*** /dev/null\n--- b/x\n', ['add b/x']],
  ['a deleted file in a context diff', '*** a/x\n--- /dev/null\n', ['remove a/x']],
  ['a removed line like a header', '--- a/x\n+++ b/x\n@@ -1,2 +0,0 @@\n--- y\n-z', ['change a/x', 'change b/x']],
  ['a header after a hunk', '--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n--- y\n+++ y', ['change x', 'change y']],
  ['more lines than a hunk has', '--- x\n+++ x\n@@ -0,0 +1 @@\n+b\n+++ y', ['change x', 'change y']],
  ['one header alone', '+++ b/x\n@@ -0,0 +1 @@\n+a', ['change b/x']],
  ['an indented patch', '  --- /dev/null\n  +++ b/x\n  @@ -0,0 +1 @@\n  +a', ['add b/x']],
  ['an index line', 'Index: src/x\n=====\n@@ -1 +1 @@', ['change src/x']],
  ['a date after a tab', '--- a/x y\t2020-01-01\n', ['change a/x y']],
  ['a date after a space', '--- .bashrc 2020-01-01\n', ['change .bashrc 2020-01-01', 'change .bashrc']],
  ['git', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755', ['change a/x', 'change b/x']],
  [
    'git, a name with a space',
    'diff --git a/x y b/x y',
    [...'a/x y|b/x y|a/x|y|b/x'.split('|').map(path => `change ${path}`)],
  ],
  ['git and quotes', 'diff --git "a/\\303\\244" b/x', ['change a/ä', 'change b/x']],
  ['git, an empty file', 'diff --git a/x b/x\nnew file mode 100644', ['add a/x', 'add b/x']],
  ['git, a deleted empty file', 'diff --git a/x b/x\ndeleted file mode 100644', ['remove a/x', 'remove b/x']],
  ['git, a new name', 'rename from x\nrename to y', ['remove x (bare)', 'add y (bare)']],
  ['Windows line ends', '--- a/x\r\n+++ a/x\r\n', ['change a/x']],
  ['a mail', 'Subject: [PATCH] x\n\ntext\n---\n x | 2 +-\n\ndiff --git a/x b/x', ['change a/x', 'change b/x']],
  ['nothing', 'hello', []],
]

describe('the files that a patch names', () => {
  test.each(rows)('%s', (_what, patch, files) =>
    expect(
      patchedFiles(readPatch(patch)).map(file => `${file.does} ${file.path}${file.isBare ? ' (bare)' : ''}`),
    ).toEqual(files),
  )
})

describe('properties of a patch', () => {
  test.each([
    ['--- a\n+++ b\n1337a\n1,112d\n!id\n.', true],
    ['5c5\n< a\n---\n> b', false],
    ['--- a\n+++ b\n@@ -1 +1 @@\n-1a\n+1d', false],
  ])('a script for ed: %j', (patch, isEdScript) => expect(readPatch(patch).isEdScript).toBe(isEdScript))
  test.each([
    ['diff --git a/x b/x\nnew file mode 120000', true],
    ['diff --git a/x b/x\nnew file mode 100755', false],
  ])('makes links: %j', (patch, makesLinks) => expect(readPatch(patch).makesLinks).toBe(makesLinks))
})
