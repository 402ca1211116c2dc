import { describe, expect, test } from 'vitest'
import { createEventReader, type ServerEvent } from './sse.ts'

const rows: readonly (readonly [string, readonly string[], readonly ServerEvent[]])[] = [
  ['one event', ['id: 7\nevent: overview\ndata: {}\n\n'], [{ id: '7', event: 'overview', data: '{}' }]],
  ['an event without id', ['data: a\n\n'], [{ id: null, event: 'message', data: 'a' }]],
  ['an event in three pieces', ['da', 'ta: a', '\n\n'], [{ id: null, event: 'message', data: 'a' }]],
  ['lines that end with CR LF', ['id: 1\r\ndata: a\r\n\r\n'], [{ id: '1', event: 'message', data: 'a' }]],
  ['several data lines', ['data: a\ndata: b\n\n'], [{ id: null, event: 'message', data: 'a\nb' }]],
  [
    'a comment that keeps the connection open',
    [': ping\n\n', 'data: a\n\n'],
    [{ id: null, event: 'message', data: 'a' }],
  ],
  ['a colon in the data', ['data: {"a":1}\n\n'], [{ id: null, event: 'message', data: '{"a":1}' }]],
  ['an event that is cut off', ['data: a\n'], []],
  ['an event without data', ['id: 3\n\n'], []],
]

describe('the reader of server-sent events', () => {
  test.each(rows)('reads %s', (_, chunks, want) => {
    const read = createEventReader()
    expect(chunks.flatMap(chunk => read(chunk))).toEqual(want)
  })
})
