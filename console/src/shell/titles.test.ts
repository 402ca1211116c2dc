import { expect, test } from 'vitest'
import { pageTitle } from './titles.ts'

test.each([
  [{ page: 'inbox', waiting: 3, machine: 'ada' }, '(3) Inbox · Sallyport on ada'],
  [{ page: 'timeline', waiting: 0, machine: null }, 'Timeline · Sallyport'],
  [{ page: 'login', waiting: 0, machine: null }, 'Sign in · Sallyport'],
] as const)('%o', (facts, want) => {
  expect(pageTitle(facts)).toBe(want)
})
