import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing.ts'
import { failureLimit } from '../planes/failure-limit.ts'
import { cookieHeader, cookiesIn } from './cookie.ts'
import { type Credentials, signIn } from './sign-in.ts'

const minute = 60_000

function taken(signing: ReturnType<typeof signIn>): Credentials {
  const credentials = signing.take(signing.newCode())
  if (credentials === null) throw new Error('a fresh code must work')
  return credentials
}

describe('a code', () => {
  test('works once', () => {
    const signing = signIn(fakeClock())
    const code = signing.newCode()
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(signing.take(code)).not.toBeNull()
    expect(signing.take(code)).toBeNull()
  })

  test('ends after ten minutes, and with the next code', () => {
    const clock = fakeClock()
    const signing = signIn(clock)
    const [first, second] = [signing.newCode(), signing.newCode()]
    expect(signing.take(first)).toBeNull()
    clock.advance(10 * minute + 1)
    expect(signing.take(second)).toBeNull()
  })

  test.each(['', 'x', 'undefined', 'null', '\0'])('is not %j', text => {
    const signing = signIn(fakeClock())
    expect(signing.take(text)).toBeNull()
    signing.newCode()
    expect(signing.take(text)).toBeNull()
  })
})

describe('a browser', () => {
  test('needs its cookie and its key', () => {
    const signing = signIn(fakeClock())
    const { cookie, key } = taken(signing)
    const other = taken(signing)
    expect(signing.find([cookie], key)?.isValid()).toBe(true)
    expect(signing.find(['tossed', cookie], key)?.isValid()).toBe(true)
    for (const [cookies, wrong] of [
      [[cookie], null],
      [[cookie], other.key],
      [[cookie], cookie],
      [[key], key],
      [[], key],
      [[''], ''],
    ] as const)
      expect(signing.find(cookies, wrong)).toBeNull()
  })

  test('is signed out after twelve hours, also in a stream that is open', () => {
    const clock = fakeClock()
    const signing = signIn(clock)
    const { cookie, key } = taken(signing)
    const browser = signing.find([cookie], key)
    clock.advance(12 * 60 * minute + 1)
    expect(signing.find([cookie], key)).toBeNull()
    expect(browser?.isValid()).toBe(false)
  })

  test('the oldest of many is signed out', () => {
    const signing = signIn(fakeClock())
    const all = Array.from({ length: 33 }, () => taken(signing))
    expect(all.map(({ cookie, key }) => signing.find([cookie], key) !== null)).toEqual([false, ...Array(32).fill(true)])
  })
})

test('the cookie is for this server, out of reach of scripts and of other sites', () => {
  expect(cookieHeader(7777, 'v')).toBe('sallyport_7777=v; HttpOnly; SameSite=Strict; Path=/')
  expect(cookiesIn('a=b; sallyport_7777=v; sallyport_77=x;sallyport_7777=w', 7777)).toEqual(['v', 'w'])
  expect(cookiesIn(null, 7777)).toEqual([])
})

test('failures are limited for a minute', () => {
  const limit = failureLimit(3)
  expect([1, 2, 3, 4, 5].map(at => limit.fail(at))).toEqual([false, false, false, true, true])
  expect(limit.fail(minute + 4)).toBe(false)
})
