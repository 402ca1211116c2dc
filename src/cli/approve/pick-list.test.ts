import { describe, expect, test } from 'vitest'
import { painter } from '../terminal/painter.ts'
import { keysOf, type Picking, pickKey, pickLines } from './pick-list.ts'

/** Types keys into a list of three rows and tells what happened. */
function typed(text: string, count = 3): string {
  let picking: Picking = { count, at: 0, typed: '' }
  for (const key of keysOf(text)) {
    const picked = pickKey(picking, key)
    if (picked.kind === 'left') return 'left'
    if (picked.kind === 'chosen') return `opens ${picked.index + 1}`
    picking = picked.picking
  }
  return `at ${picking.at + 1}`
}

describe('picking from a list', () => {
  test.each([
    ['', 'at 1'],
    ['\r', 'opens 1'],
    ['\u001b[B', 'at 2'],
    ['\u001b[B\u001b[B\u001b[B', 'at 3'],
    ['\u001bOB\u001b[A\u001b[A', 'at 1'],
    ['jjk\r', 'opens 2'],
    ['3\r', 'opens 3'],
    ['2', 'at 2'],
    ['9\r', 'opens 1'],
    ['0', 'at 1'],
    ['q', 'left'],
    ['\u0003', 'left'],
    ['\u001b', 'left'],
    ['a', 'at 1'],
    ['y\r', 'opens 1'],
    ['\u001b[5~', 'at 1'],
  ])('%j', (keys, expected) => {
    expect(typed(keys)).toBe(expected)
  })

  test.each([
    ['1', 'at 1'],
    ['12', 'at 12'],
    ['12\r', 'opens 12'],
    ['19', 'at 9'],
    ['1j2', 'at 2'],
  ])('%j in a list of 12', (keys, expected) => {
    expect(typed(keys, 12)).toBe(expected)
  })

  test('the current row is marked, and a long row is cut', () => {
    const view = { title: 'two calls', paint: painter(false), rows: () => ['short', 'x'.repeat(60)] }
    expect(pickLines(view, { count: 2, at: 1, typed: '' }, 40)).toEqual([
      'two calls',
      '   1  short',
      `›  2  ${'x'.repeat(33)}…`,
      '↑ ↓ or a number, Enter opens, q leaves',
    ])
  })
})
