import { expect, test } from 'vitest'
import { raceApprovals } from '../../../test/server/race.ts'

test('racing answers end in exactly one outcome, the same in verdict, journal and events', {
  timeout: 60_000,
}, async () => {
  const { answers, outcomes, faults } = await raceApprovals({ approvals: 100, together: 50 })
  expect(faults).toEqual([])
  expect(answers).toBe(1_000)
  expect(Object.keys(outcomes).sort()).toEqual(['approved', 'cancelled', 'denied', 'expired'])
})
