import { describe, expect, test } from 'vitest'
import { httpHookRequest } from './http-hook.ts'
import { rateLimit } from './rate-limit.ts'

const read = (headers: Readonly<Record<string, string>>, client = 'claude-code') =>
  httpHookRequest({ client, body: '{}', header: name => headers[name], isGone: () => false }, own)
const own = { PATH: '/bin', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_PROJECT_DIR: '/other' }

describe('a request of an HTTP hook', () => {
  test.each<readonly [what: string, wait: string | null, ms: number]>([
    ['waits as long as the settings say', '60', 60_000],
    ['waits no longer than an installed hook', '100000', 300_000],
    ['waits a short time if the settings do not say', null, 25_000],
    ['waits a short time for a number that makes no sense', '-1', 25_000],
    ['waits a short time for a text', 'long', 25_000],
  ])('%s', (_, wait, ms) => {
    expect(read(wait === null ? {} : { 'x-sallyport-wait': wait })?.patienceMs).toBe(ms)
  })

  test('has the variables that the client sends, never those of the server', () => {
    expect(read({ 'x-claude-code-entrypoint': 'sdk-cli' })?.env).toEqual({
      PATH: '/bin',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
    })
    expect(read({ 'x-claude-project-dir': '$CLAUDE_PROJECT_DIR' })?.env).toEqual({ PATH: '/bin' })
  })

  test('no other client has one', () => {
    expect(read({}, 'codex')).toBeNull()
    expect(read({}, 'constructor')).toBeNull()
  })
})

test('a limit counts anew in each second', () => {
  let ms = 0
  const may = rateLimit(2, { now: () => new Date(ms) })
  const first = [may(), may(), may()]
  ms = 1_000
  expect([...first, may()]).toEqual([true, true, false, true])
})
