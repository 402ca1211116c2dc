import { describe, expect, test } from 'vitest'
import { patchPaths } from './patch-paths.ts'

const rows: readonly (readonly [what: string, patch: string, paths: readonly string[]])[] = [
  ['a new file', '*** Add File: a/b.ts\n+x', ['write a/b.ts']],
  ['a change', '*** Update File: a b.ts\n@@\n-x\n+y', ['write a b.ts']],
  ['a delete', '*** Delete File: a', ['delete a']],
  ['a move', '*** Update File: a\n*** Move to: b\n@@\n-x\n+y', ['delete a', 'write b']],
  ['a header with space before it', '  *** Delete File: a', ['delete a']],
  ['Windows line ends', '*** Add File: a\r\n+x\r\n*** Delete File: b\r\n', ['write a', 'delete b']],
  ['text that speaks of a header', '*** Add File: a\n+*** Delete File: b', ['write a']],
  ['a unified change', '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b', ['write x.ts']],
  ['a unified change without prefixes', '--- x.ts\n+++ x.ts\n@@', ['write x.ts']],
  ['a unified new file', '--- /dev/null\n+++ b/x\n@@', ['write x']],
  ['a unified delete', '--- a/x\n+++ /dev/null\n@@', ['delete x']],
  ['two names', '--- a/x\n+++ b/y\n@@', ['write x', 'write y']],
  ['dates after the names', '--- a/x\t2024-01-01\n+++ b/x\t2024-01-01', ['write x']],
  ['an absolute path', '--- /etc/passwd\n+++ /etc/passwd', ['write /etc/passwd']],
  ['a path that climbs', '--- a/../../x\n+++ b/../../x', ['write ../../x']],
  ['a rename', 'diff --git a/x b/y\nrename from x\nrename to y', ['write y', 'delete x']],
  ['a change of mode only', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755', ['write x']],
  ['a quoted name', '--- "a/\\303\\244 b"\n+++ "b/\\303\\244 b"', ['write ä b']],
  ['a removed comment', '--- a/x\n+++ b/x\n@@\n--- not a header\n context', ['write x']],
  ['a removed comment in an envelope', '*** Update File: a\n@@\n--- b\n c\n*** End Patch', ['write a']],
  ['a pair inside a hunk that claims more lines', '@@ -1,9 +1,9 @@\n--- a/x\n+++ b/x\n', ['write x']],
  ['an envelope inside a hunk', '@@ -1,9 +1,9 @@\n *** Delete File: a', ['delete a']],
  ['a context diff', '*** a/x\n--- b/x\n***************\n*** 1,2 ****', ['write x']],
  ['a diff after an envelope', '*** Delete File: a\n*** End Patch\n+++ b/x', ['delete a', 'write x']],
  ['one header alone', '+++ b/x\n@@ -0,0 +1 @@\n+a', ['write x']],
  ['an indented diff', '  --- /dev/null\n  +++ b/x\n', ['write x']],
  ['an index line', 'Index: src/x\n', ['write src/x']],
  [
    'git, names of different length with blanks',
    'diff --git a/x b/y z',
    ['write y', 'write z', 'write y z', 'write x'],
  ],
  [
    'a name that begins like the empty side',
    '--- /dev/null /../../etc/x\n+++ b/x',
    ['write /dev/null /../../etc/x', 'write x'],
  ],
  ['nothing', 'hello', []],
]

describe('the files that a patch names', () => {
  test.each(rows)('%s', (_what, patch, paths) =>
    expect(patchPaths(patch).map(({ kind, path }) => `${kind} ${path}`)).toEqual(paths),
  )
})
