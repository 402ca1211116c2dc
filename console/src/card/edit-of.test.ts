import { expect, test } from 'vitest'
import { editsOf } from './edit-of.ts'

test.each([
  ['a command has none', { command: 'ls' }, []],
  [
    'a replacement',
    { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
    [{ path: 'a.ts', before: 'x', after: 'y' }],
  ],
  ['a new file', { file_path: 'a.ts', content: 'y' }, [{ path: 'a.ts', before: '', after: 'y' }]],
  [
    'several replacements in one file',
    { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }, { old_string: '1', new_string: '2' }, 7] },
    [
      { path: 'a.ts', before: 'x', after: 'y' },
      { path: 'a.ts', before: '1', after: '2' },
    ],
  ],
])('%s', (_, details, want) => {
  expect(editsOf(details)).toEqual(want)
})
