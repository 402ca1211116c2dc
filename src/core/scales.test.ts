import { describe, expect, test } from 'vitest'
import { decisions, isStricter, stricter } from './decision.ts'
import { errorKind, fail, faultText } from './fault.ts'
import { higherRisk, reachesRisk } from './risk.ts'
import { higherTier, tiers, withinTier } from './tier.ts'
import { nearest } from './wording/nearest.ts'

describe('decisions', () => {
  test('combining takes the maximum, in any order', () => {
    for (const a of decisions) for (const b of decisions) expect(stricter(a, b)).toBe(stricter(b, a))
    for (const a of decisions) expect(stricter(a, a)).toBe(a)
    expect([stricter('allow', 'ask'), stricter('ask', 'deny'), stricter('allow', 'deny')]).toEqual([
      'ask',
      'deny',
      'deny',
    ])
    expect(isStricter('ask', 'ask')).toBe(false)
  })
})

describe('tiers and risks', () => {
  test('each tier is within itself and those above', () => {
    expect(tiers.map(tier => withinTier(tier, 'write'))).toEqual([true, true, false, false])
    expect(higherTier('execute', 'write')).toBe('execute')
  })

  test('a risk reaches its own level and those below', () => {
    expect(reachesRisk('high', 'medium')).toBe(true)
    expect(reachesRisk('medium', 'high')).toBe(false)
    expect(higherRisk('low', 'critical')).toBe('critical')
  })
})

describe('faults', () => {
  test.each([
    ['validation', 'validation'],
    ['floor', 'permission'],
    ['approval_timeout', 'timeout'],
    ['approval_aborted', 'cancelled'],
    ['policy_invalid', 'config_error'],
    ['sandbox_denied', 'sandbox_denied'],
    ['internal', 'unknown'],
  ] as const)('the code %s has the kind %s', (code, kind) => {
    expect(errorKind(code)).toBe(kind)
  })

  test('a fault reads as one line with its place first', () => {
    const { faults } = fail('policy_invalid', 'unknown key `x`', { file: 'p.yaml', line: 3, column: 5 })
    expect(faultText(faults[0])).toBe('p.yaml:3:5: unknown key `x` (policy_invalid)')
  })
})

describe('the nearest known word', () => {
  test.each([
    ['conect', 'connect'],
    ['wirte', 'write'],
    ['zzzzzz', null],
  ])('%s', (word, expected) => {
    expect(nearest(word, ['connect', 'write', 'read'])).toBe(expected)
  })
})
