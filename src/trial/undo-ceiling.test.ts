import { describe, expect, test } from 'vitest'
import { withFiles } from '../../test/requirements/open-gate.ts'
import { limits } from '../core/limits.ts'
import { readPolicy } from '../policy/read/read.ts'

const day = 24 * 3_600_000
const file = (layer: 'organisation' | 'user' | 'project', source: string, trusted = true) => ({
  layer,
  source,
  trusted,
})

describe('the ceiling of the undo store', () => {
  test.each<[string, Parameters<typeof withFiles>[0], number, number]>([
    ['is 1 GiB and 7 days by default', [], limits.undoBytes, 7 * day],
    ['is what the user says', [file('user', 'undo: { size: 4g, age: 30d }')], 4 * 2 ** 30, 30 * day],
    ['may be a number of bytes, and hours', [file('user', 'undo: { size: 5000, age: 12h }')], 5_000, day / 2],
    ['keeps the default of what is not set', [file('user', 'undo: { size: 10m }')], 10 * 2 ** 20, 7 * day],
    [
      'is the smaller one of organisation and user',
      [file('organisation', 'undo: { size: 1m, age: 90d }'), file('user', 'undo: { size: 2m, age: 9d }')],
      ...([2 ** 20, 9 * day] as const),
    ],
    ["is not a project's to set", [file('project', 'undo: { size: 1k, age: 1h }')], limits.undoBytes, 7 * day],
    ['nor that of an untrusted one', [file('project', 'undo: { size: 9g }', false)], limits.undoBytes, 7 * day],
  ])('%s', async (_, files, bytes, ms) => expect((await withFiles(files)).undo).toEqual({ bytes, ms }))

  test.each([
    'undo: { size: -1 }',
    'undo: { size: huge }',
    'undo: { age: 7 }',
    'undo: { age: 0d }',
    'undo: { days: 7 }',
    'undo: 1g',
  ])('refuses `%s`', text => expect(readPolicy(`version: 1\n${text}\n`, 'policy.yaml')).toMatchObject({ ok: false }))
})
