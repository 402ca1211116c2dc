import { describe, expect, test } from 'vitest'
import type { TrialRow } from '../../../src/server/api.ts'
import { mayUndo, trialBadges, trialLine } from './trial-words.ts'

const kept: TrialRow = {
  ...{ id: 't', mode: 'contain', summary: 'creates 1 file', changes: ['+ /w/a'], more: 0 },
  ...{ kept: true, because: 'the policy allows each change', canUndo: true, undone: null },
}
const undone = { by: 'dana', at: '2025-01-01T00:00:00.000Z' }

describe('the words for a run in an overlay', () => {
  test.each<
    readonly [
      what: string,
      trial: TrialRow | null,
      isContained: boolean,
      badges: readonly string[],
      line: string,
      may: boolean,
    ]
  >([
    ['no overlay', null, false, [], '', false],
    ['contained without an overlay', null, true, ['contained'], '', false],
    ['contained, kept', kept, true, ['contained'], 'creates 1 file', true],
    ['contained, nothing changed', { ...kept, changes: [] }, true, ['contained'], '', false],
    ['contained, undone', { ...kept, undone }, true, ['contained', 'undone'], 'undone: creates 1 file', false],
    [
      'a trial that was discarded',
      { ...kept, mode: 'trial', kept: false, canUndo: false },
      false,
      ['trial', 'discarded'],
      'discarded: creates 1 file',
      false,
    ],
    ['a delete that may run', { ...kept, mode: 'undo' }, false, [], 'creates 1 file', true],
    ['too large to undo', { ...kept, canUndo: false }, true, ['contained'], 'creates 1 file', false],
  ])('%s', (_, trial, isContained, badges, line, may) => {
    const row = { trial, flags: isContained ? (['contained'] as const) : [] }
    expect([trialBadges(row), trialLine(row), mayUndo(row)]).toEqual([badges, line, may])
  })
})
