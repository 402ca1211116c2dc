import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cutColumns, type Filter, sedSubstitute, translate } from './text-filters.ts'

const filters = new Map<string, Filter>([
  ['tr', translate],
  ['cut', cutColumns],
  ['sed', sedSubstitute],
])

test.each([
  ['one letter for another', 'tr', ['x', 'h'], '/root/.ssx/id_rsa'],
  ['ranges', 'tr', ['a-z', 'b-za'], 'abz-09'],
  ['more letters than their like', 'tr', ['abc', 'x'], 'aabbccd'],
  ['the same letter twice', 'tr', ['aa', 'xy'], 'banana'],
  ['classes', 'tr', ['[:lower:]', '[:upper:]'], 'Ab c'],
  ['letters that go', 'tr', ['-d', '-'], 'r-m'],
  ['lines that are joined', 'tr', ['\\n', ' '], 'a\nb\n'],
  ['columns', 'cut', ['-c2-3'], 'abcdef\nxy'],
  ['columns from one on', 'cut', ['-c', '3-'], 'abcdef'],
  ['columns up to one', 'cut', ['-c-2'], 'abcdef'],
  ['one field', 'cut', ['-d:', '-f2'], 'a:b:c\nnone'],
  ['fields from one on', 'cut', ['-d', '/', '-f', '2-'], '/root/.ssh/k'],
  ['text for text', 'sed', ['s/x/h/'], 'xssxx'],
  ['everywhere', 'sed', ['s,x,h,g'], 'xssxx'],
  ['behind an option', 'sed', ['-e', 's|_||g'], 'r_m'],
])('%s is what the program itself prints', (_, program, args, input) => {
  expect(filters.get(program)?.(args, input)).toBe(execFileSync(program, args, { input }).toString().replace(/\n$/, ''))
})

test.each([
  ['an option that is not read', 'tr', ['-c', 'a', 'b']],
  ['a set with an escape', 'tr', ['\\141', 'b']],
  ['only one set', 'tr', ['a']],
  ['several fields', 'cut', ['-d:', '-f1,3']],
  ['an option beside it', 'cut', ['-c1', '--complement']],
  ['a pattern', 'sed', ['s/a.c/x/']],
  ['what was found', 'sed', ['s/a/&&/']],
  ['an order', 'sed', ['1e id']],
  ['two orders', 'sed', ['s/a/b/;s/b/c/']],
])('%s is not foretold', (_, program, args) => {
  expect(filters.get(program)?.(args, 'a:b:c')).toBeNull()
})
