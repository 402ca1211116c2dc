import { expect, test } from 'vitest'
import { redirectTarget } from './redirect.ts'

test.each([
  ['https://a.example/x', '/y', 'https://a.example/y'],
  ['https://a.example/x', '//b.example/y', 'https://b.example/y'],
  ['http://a.example/x', 'https://a.example/y', 'https://a.example/y'],
  ['http://a.example/x', 'http://a.example/y', 'http://a.example/y'],
  ['https://a.example/x', 'http://a.example/y', null],
  ['https://a.example/x', 'file:///etc/passwd', null],
  ['http://a.example/x', 'http://[', null],
])('%s redirects to %s', (from, location, want) => {
  expect(redirectTarget(from, location)).toBe(want)
})
