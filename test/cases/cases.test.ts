import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../src/core/verdict.ts'
import { readCases } from './case.ts'
import { effectTexts, judgeCase } from './judge-case.ts'

const all = readCases()

test('there are more than 400 cases, and every note is unique within its file', () => {
  const notes = all.flatMap(({ file, cases }) => cases.map(one => `${file}: ${one.note}`))
  expect(notes.length).toBeGreaterThan(400)
  expect(notes.filter((note, i) => notes.indexOf(note) !== i)).toEqual([])
})

test('each of the 65 inputs that fooled another system has a case', () => {
  const fooled = all.filter(({ file }) => file.startsWith('fooled/')).flatMap(({ cases }) => cases)
  const numbers = new Set(fooled.map(one => one.number))
  expect([...numbers]).toEqual(Array.from({ length: 65 }, (_, i) => i + 1))
})

describe.each(all)('$file', ({ cases }) => {
  test.each(cases)('$note', async given => {
    const { verdict, asked, recorded } = await judgeCase(given)
    const { want } = given
    const texts = effectTexts(verdict)
    const shown = `${JSON.stringify(given.call)}\n  ${texts.join('\n  ')}\n  because ${verdict.reasons[0]?.because}`
    expect(verdict.decision, shown).toBe(want.decision)
    for (const effect of [want.effect ?? []].flat()) expect(texts, shown).toContain(effect)
    if (want.no_effect !== undefined) expect(texts, shown).not.toContain(want.no_effect)
    const decisive = verdict.reasons.filter(reason => reason.decision === verdict.decision)
    for (const [wanted, actual] of wantedFields(want, verdict, decisive)) expect(actual, shown).toContain(wanted)
    if (want.runs !== undefined) expect(verdict.replacement?.input['command'] ?? null, shown).toBe(want.runs)
    if (want.contained !== undefined) expect(verdict.contained === true, shown).toBe(want.contained)
    if (want.asked !== undefined) expect(asked, shown).toHaveLength(want.asked)
    const questions = JSON.stringify(asked)
    const lines = recorded.join('\n')
    if (want.shown !== undefined) expect(questions).toContain(want.shown)
    if (want.recorded !== undefined) expect(lines).toContain(want.recorded)
    if (want.hidden !== undefined) expect(questions + lines).not.toContain(want.hidden)
  })
})

/** Pairs of an expected value and the values in the verdict. */
function wantedFields(
  want: (typeof all)[number]['cases'][number]['want'],
  verdict: Verdict,
  decisive: Verdict['reasons'],
) {
  const pairs: (readonly [string, readonly (string | null)[]])[] = []
  if (want.tier !== undefined) pairs.push([want.tier, [verdict.tier]])
  if (want.risk !== undefined) pairs.push([want.risk, [verdict.risk]])
  if (want.layer !== undefined) pairs.push([want.layer, decisive.map(reason => reason.layer)])
  if (want.rule !== undefined) pairs.push([want.rule, decisive.map(reason => reason.rule?.id ?? null)])
  if (want.code !== undefined) pairs.push([want.code, [verdict.code]])
  if (want.watched !== undefined) pairs.push([want.watched, [verdict.watched]])
  if (want.meaning !== undefined) pairs.push([want.meaning, [verdict.meaning]])
  const { because } = want
  if (because !== undefined)
    pairs.push([because, verdict.reasons.flatMap(reason => (reason.because.includes(because) ? [because] : []))])
  return pairs
}
