import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json, type JsonObject } from '../core/json.ts'
import { limits } from '../core/limits.ts'
import { utf8Length } from '../core/utf8-length.ts'
import type { CallRequested } from './event.ts'
import { recordText } from './record.ts'
import { shortenRecorded } from './redaction/cut.ts'

const event = (request: JsonObject, more: Partial<CallRequested> = {}): CallRequested => ({
  type: 'tool_call_requested',
  session: 's',
  call: 'c',
  clientCall: null,
  agents: [],
  tool: 'Bash',
  at: '2025-01-01T00:00:00.000Z',
  key: 'ab'.repeat(32),
  request,
  cwd: '/w',
  workspace: ['/w'],
  automation: false,
  careful: false,
  effects: [],
  facts: [],
  tier: 'read',
  risk: 'low',
  ...more,
})

const recorded = (request: JsonObject): Json => JSON.parse(recordText(event(request))).request

describe('a string', () => {
  test.each([
    ['of 500 characters is kept', 'x'.repeat(500), 'x'.repeat(500)],
    ['of 501 is cut', 'x'.repeat(501), `${'x'.repeat(500)}...[truncated]`],
    ['is not cut through a pair', `${'x'.repeat(499)}😀${'x'.repeat(9)}`, `${'x'.repeat(499)}...[truncated]`],
    ['may end with a whole pair', `${'x'.repeat(498)}😀${'x'.repeat(9)}`, `${'x'.repeat(498)}😀...[truncated]`],
  ])('%s', (_, text, want) => expect(shortenRecorded(text)).toBe(want))

  test('is redacted before it is truncated, so that no part of a secret remains', () => {
    const secret = `ghp_${'aB3'.repeat(12)}`
    const text = JSON.stringify(recorded({ command: `${'x'.repeat(489)} ${secret}` }))
    expect(text).toContain('[redacted')
    expect(text).not.toContain('ghp_')
  })
})

describe('a record', () => {
  test('is canonical JSON, and the same event has the same text', () => {
    const text = recordText(event({ b: 1, a: [true, null, 'ü', '\ud800', -0.5e-7], '': {} }))
    expect(text).toBe(canonicalJson(JSON.parse(text)))
    expect(text).toBe(recordText(event({ '': {}, a: [true, null, 'ü', '\ud800', -0.5e-7], b: 1 })))
  })

  test('keeps digests whole', () => {
    const digest = '0123456789abcdef'.repeat(4)
    expect(recorded({ key: digest, content_sha256: digest, hash: digest, digest, token: digest })).toEqual({
      key: digest,
      content_sha256: digest,
      hash: digest,
      digest,
      token: digest,
    })
  })

  test('that is too large is shortened, with a note', () => {
    const huge = event(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, 'x'.repeat(400)])))
    const text = recordText(huge)
    expect(utf8Length(text)).toBeLessThanOrEqual(limits.recordBytes)
    const record = JSON.parse(text)
    expect(record).toMatchObject({ type: 'tool_call_requested', call: 'c', tool: 'Bash', key: 'ab'.repeat(32) })
    expect(record.reduced.bytes).toBeGreaterThan(limits.recordBytes)
  })

  test.each<readonly [string, Json]>([
    ['wide', Array.from({ length: 90_000 }, (_, i) => i)],
    [
      'deep',
      Array.from({ length: 60 }).reduce<Json>(inner => ({ a: inner, b: Array(200).fill('\u0000'.repeat(300)) }), 1),
    ],
    ['of many bytes a character', Array.from({ length: 900 }, () => '語'.repeat(500))],
  ])('%s fits as well', (_, input) => {
    const text = recordText(event({ input }))
    expect(utf8Length(text)).toBeLessThanOrEqual(limits.recordBytes)
    expect(JSON.parse(text)).toMatchObject({ call: 'c' })
    expect(text).toBe(canonicalJson(JSON.parse(text)))
  })
})
