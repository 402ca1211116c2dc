import { expect, test } from 'vitest'
import type { Report } from '../../audit/report.ts'
import { painter } from '../terminal/painter.ts'
import { reportText } from './report-text.ts'

const tally = { calls: 12_345, allowed: 1, asked: 2, denied: 3, watched: 4 }
const name = 'a-program-with-a-name-that-is-longer-than-any-terminal-is-wide'

const report: Report = {
  ...tally,
  approved: 1,
  left: 1,
  rules: [{ name: `preset ${name}`, ...tally }],
  programs: [{ name, ...tally }],
  asks: [{ count: 5, example: `run ${name} ${name}`, by: `preset ${name}`, when: null }],
  passed: [{ count: 4, example: `run ${name} ${name}`, by: `user ${name}`, would: 'deny' }],
  fence: { fenced: 3, unfenced: 1, audited: 0, held: [{ count: 2, by: 'network', what: `${name}.example:443` }] },
}

test.each([60, 80, 120])('no row is longer than a terminal of %i columns', width => {
  const lines = reportText(report, '7d', { paint: painter(false), width }).split('\n')
  expect(lines.filter(line => line.length > width)).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
})

test('commands in the fence are counted, with what was held back', () => {
  const text = reportText(report, '7d', { paint: painter(false), width: 120 })
  expect(text).toContain('3 commands ran in the fence, 1 without it')
  expect(text).toContain(`    2  held back: access to ${name}.example:443`)
})

test('calls that ran only because the policy was watching are listed with the decision they would have got', () => {
  expect(reportText(report, '7d', { paint: painter(false), width: 120 })).toMatch(
    / {4}4 {2}run a-program.*\(deny, user a-/,
  )
})
