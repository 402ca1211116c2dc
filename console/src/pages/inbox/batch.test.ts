import { expect, test } from 'vitest'
import { batchAnswer } from './batch.ts'
import type { Entry } from './inbox-state.ts'

const entry = (id: string, grave = false): Entry =>
  ({ card: { id, grave }, state: 'waiting', ending: null, by: null }) as unknown as Entry

test.each([
  ['approves exactly the ids in the table', [entry('1'), entry('2')], true, ['1', '2']],
  ['denies grave ones too', [entry('1'), entry('2', true)], false, ['1', '2']],
  ['approves none if one is grave', [entry('1'), entry('2', true)], true, 'grave'],
  ['sends nothing without a selection', [], false, 'empty'],
] as const)('a batch %s', (_, entries, approved, want) => {
  const batch = batchAnswer(entries, approved)
  expect(batch.ok ? batch.body.ids : batch.code).toEqual(want)
})
