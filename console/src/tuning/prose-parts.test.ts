import { expect, test } from 'vitest'
import { proseParts } from './prose-parts.ts'

const shown = (text: string) => proseParts(text).map(part => (part.isCode ? `[${part.text}]` : part.text))

test.each([
  ['plain words', 'plain words'],
  ['deletes `a b` and `c`', 'deletes [a b] and [c]'],
  ['`x` is unknown', '[x] is unknown'],
  ['an odd ` stays', 'an odd ` stays'],
  ['empty `` stays', 'empty `` stays'],
  ['', ''],
])('%s', (text, want) => {
  expect(shown(text).join('')).toBe(want)
})
