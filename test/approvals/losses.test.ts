import { expect, test } from 'vitest'
import { lossesOf } from '../../src/approvals/blast-radius/measures.ts'
import { createGate } from '../../src/gate/gate.ts'
import type { LostCopies, LostFiles } from '../../src/gate/keep-lost.ts'
import { fakeClock, madeUpPlace, memoryFacts, memoryJournal } from '../../src/testing.ts'
import { withPreset } from '../requirements/open-gate.ts'

const balanced = await withPreset('balanced')
const [root = ''] = madeUpPlace.workspace

const openGate = (copies?: LostCopies) =>
  createGate({
    policies: balanced,
    place: madeUpPlace,
    ports: {
      facts: memoryFacts({ files: { [`${root}/a`]: 'text', [`${root}/b/c`]: 'text' } }),
      journal: memoryJournal({ at: '2026-01-01T00:00:00.000Z', journal: 'test' }),
      ...{ approvers: [], clock: fakeClock(), newId: () => 'id', runKey: new Uint8Array(32) },
      ...(copies === undefined ? {} : { copies }),
    },
  })

const bash = (command: string) => ({ tool: 'Bash', input: { command } })

test.each<readonly [command: string, kinds: readonly string[] | null, isComplete: boolean]>([
  ['ls', null, true],
  ['echo x > a', null, true],
  ['rm /tmp/elsewhere', null, true],
  ['git commit -qm x', null, true],
  ['git push --force', null, true],
  ['rm a', ['files'], true],
  ['rm -rf b && ls', ['files'], true],
  ['git reset --hard', ['uncommitted'], true],
  ['git checkout -- a', ['uncommitted'], true],
  ['git clean -fd && rm a', ['files', 'untracked'], true],
  ['rm "$X"', [], false],
  ['rm a "$X"', ['files'], false],
  ['git -c core.editor=x reset --hard', [], false],
])('%s loses files of the kinds %j; all of them are known: %j', (command, kinds, isComplete) => {
  const losses = lossesOf(openGate().judge(bash(command)).effects)
  expect(losses?.measures.map(({ kind }) => kind) ?? null).toEqual(kinds)
  if (losses !== null) expect(losses.isComplete).toBe(isComplete)
})

const kept = (isKept: boolean) => {
  const lost: LostFiles[] = []
  const copies: LostCopies = {
    keep: async files => {
      lost.push(files)
      return isKept
    },
  }
  return { lost, gate: openGate(copies) }
}

test('the files are copied before the client asks, and the question says if they could not be', async () => {
  const good = kept(true)
  expect(await good.gate.check(bash('rm a'), { asks: 'client' })).toMatchObject({ decision: 'ask' })
  expect(good.lost).toMatchObject([{ record: 'id', text: 'rm a', endsWithCall: true }])
  const bad = await kept(false).gate.check(bash('rm a'), { asks: 'client' })
  expect(bad.radius).toContain('cannot be undone: the old files are too many to copy, or not known before it runs')
})

test('a failure to copy changes no decision', async () => {
  const gate = openGate({ keep: async () => Promise.reject(new Error('no space')) })
  expect(await gate.check(bash('rm a'), { asks: 'client' })).toMatchObject({ decision: 'ask' })
})

test('a call that is denied, or that loses nothing, is not copied', async () => {
  const { lost, gate } = kept(true)
  await gate.check(bash('rm -rf /'), { asks: 'client' })
  await gate.check(bash('rm a'))
  await gate.check(bash('ls'), { asks: 'client' })
  expect(lost).toEqual([])
})
