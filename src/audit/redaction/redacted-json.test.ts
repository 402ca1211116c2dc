import { describe, expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { redactedJson, redactJson } from './redacted-json.ts'

const token = `ghp_${'aB3'.repeat(12)}`
const field = '[redacted:field]'

describe('a secret in JSON is removed', () => {
  test.each<readonly [string, Json, Json, readonly string[]]>([
    ['by its look', { a: [`x ${token}`] }, { a: ['x [redacted:github-token]'] }, [token]],
    [
      'by its name',
      { password: 'a', apiKey: 'b', 'X-Auth-Token': 'c' },
      { password: field, apiKey: field, 'X-Auth-Token': field },
      ['a', 'b', 'c'],
    ],
    [
      'below its name',
      { credentials: { user: 'me', codes: [123456, true, null] } },
      { credentials: { user: field, codes: [field, true, null] } },
      ['me', '123456'],
    ],
    [
      'as a key',
      { [token]: 1, [`${token}b`]: 2 },
      { '[redacted:github-token]': 1, '[redacted:github-token]#2': 2 },
      [token, `${token}b`],
    ],
    [
      'as many keys, one of which is called like another would be',
      { [token]: 1, '[redacted:github-token]#2': 2, [`${token}b`]: 3, [`${token}c`]: 4 },
      {
        '[redacted:github-token]': 1,
        '[redacted:github-token]#2': 2,
        '[redacted:github-token]#3': 3,
        '[redacted:github-token]#4': 4,
      },
      [token, `${token}b`, `${token}c`],
    ],
    [
      'after its flag',
      ['tool', '--token', 'abc', '--user', 'me'],
      ['tool', '--token', '[redacted:flag]', '--user', 'me'],
      ['abc'],
    ],
    [
      'joined to its flag',
      ['mysql', '-uroot', '-phunter2'],
      ['mysql', '-uroot', '-p[redacted:mysql-password]'],
      ['hunter2'],
    ],
    [
      'after a short flag',
      ['/usr/bin/sshpass', '-p', 'x1', 'ssh'],
      ['/usr/bin/sshpass', '-p', '[redacted:program-password]', 'ssh'],
      ['x1'],
    ],
    [
      'with its user',
      ['curl', '-u', 'me:x1', 'https://x'],
      ['curl', '-u', 'me:[redacted:user-password]', 'https://x'],
      ['x1'],
    ],
    [
      'in a header',
      ['curl', '-H', 'Authorization: Bearer abc'],
      ['curl', '-H', 'Authorization: Bearer [redacted:authorization]'],
      ['abc'],
    ],
  ])('%s', (_, value, want, secrets) => {
    const redaction = redactJson(value)
    expect(redaction.value).toEqual(want)
    expect([...redaction.secrets].sort()).toEqual([...secrets].sort())
    expect(redactJson(redaction.value)).toEqual({ value: want, secrets: [] })
  })
})

describe('values that are not secrets stay', () => {
  test.each<readonly [string, Json]>([
    ['a variable under a secret name', { password: '$PASSWORD', token: '${TOKEN}', secret: '' }],
    ['a switch', { password: true, token: null }],
    ['names of variables', { env_keys: ['API_TOKEN', 'PASSWORD'] }],
    ['counts', { max_tokens: 100, token_count: 5 }],
    ['a flag before a flag', ['tool', '--password', '--user', 'me']],
    ['a file after a flag', ['tool', '--token-file', 'x', '--secret', './key']],
    ['a database that mysql opens', ['mysql', '-p', 'mydb']],
    ['numbers and nesting', { a: [1, -2.5, { b: [] }, {}] }],
  ])('%s', (_, value) => expect(redactJson(value)).toEqual({ value, secrets: [] }))
})

test('hostile values neither throw nor reach a prototype', () => {
  const loop: { self?: unknown } = {}
  loop.self = loop
  expect(redactedJson(loop, { secrets: [], finish: text => text })).toContain('[too deep]')
  const odd = { a: undefined, b: () => 1, c: Number.NaN, d: 10n, e: Symbol('x') }
  expect(redactedJson(odd, { secrets: [], finish: text => text })).toBe(
    '{"b":"[function]","c":"[NaN]","d":"[bigint]","e":"[symbol]"}',
  )
  const polluted = redactJson(JSON.parse('{"__proto__":{"x":1},"constructor":2}'))
  expect(Object.keys(polluted.value ?? {})).toEqual(['__proto__', 'constructor'])
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})
