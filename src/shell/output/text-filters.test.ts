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
  ['a shorter second set repeats its last letter', 'tr', ['abc', 'x'], 'aabbccd'],
  ['the same letter twice', 'tr', ['aa', 'xy'], 'banana'],
  ['classes', 'tr', ['[:lower:]', '[:upper:]'], 'Ab c'],
  ['letters that are deleted', 'tr', ['-d', '-'], 'r-m'],
  ['line ends that become spaces', 'tr', ['\\n', ' '], 'a\nb\n'],
  ['columns', 'cut', ['-c2-3'], 'abcdef\nxy'],
  ['columns from one on', 'cut', ['-c', '3-'], 'abcdef'],
  ['columns up to one', 'cut', ['-c-2'], 'abcdef'],
  ['one field', 'cut', ['-d:', '-f2'], 'a:b:c\nnone'],
  ['fields from one on', 'cut', ['-d', '/', '-f', '2-'], '/root/.ssh/k'],
  ['text replaced by text', 'sed', ['s/x/h/'], 'xssxx'],
  ['text replaced everywhere', 'sed', ['s,x,h,g'], 'xssxx'],
  ['a script after an option', 'sed', ['-e', 's|_||g'], 'r_m'],
])('%s: same output as the real program', (_, program, args, input) => {
  expect(filters.get(program)?.(args, input)).toBe(execFileSync(program, args, { input }).toString().replace(/\n$/, ''))
})

test.each([
  ['an option that is not supported', 'tr', ['-c', 'a', 'b']],
  ['a set with an escape', 'tr', ['\\141', 'b']],
  ['only one set', 'tr', ['a']],
  ['several fields', 'cut', ['-d:', '-f1,3']],
  ['a second option', 'cut', ['-c1', '--complement']],
  ['a pattern', 'sed', ['s/a.c/x/']],
  ['a replacement that refers to the match', 'sed', ['s/a/&&/']],
  ['another sed command', 'sed', ['1e id']],
  ['two sed commands', 'sed', ['s/a/b/;s/b/c/']],
])('%s: the output is not computed', (_, program, args) => {
  expect(filters.get(program)?.(args, 'a:b:c')).toBeNull()
})
