import { expect, test } from 'vitest'
import { proseParts, withoutTicks } from './prose-parts.ts'

test.each([
  ['plain words', 'plain words', 'plain words'],
  ['installs `left-pad`, which runs', 'installs [left-pad], which runs', 'installs left-pad, which runs'],
  ['`a` and `b`', '[a] and [b]', 'a and b'],
  ['an odd ` tick', 'an odd ` tick', 'an odd ` tick'],
  ['two `` ticks', 'two `` ticks', 'two `` ticks'],
  ['', '', ''],
])('%j', (message, want, plain) => {
  const shown = proseParts(message).map(({ kind, text }) => (kind === 'code' ? `[${text}]` : text))
  expect(shown.join('')).toBe(want)
  expect(withoutTicks(message)).toBe(plain)
})
