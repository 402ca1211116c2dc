import { describe, expect, test } from 'vitest'
import { decisions } from '../core/decision.ts'
import { tiers } from '../core/tier.ts'
import { readPolicy } from './read/read.ts'
import { defaultMode, modeDecision } from './rules/mode.ts'
import { modes } from './schema/document.ts'

describe('R52: mode ask decides exactly as ask_for_writes', () => {
  test.each(tiers)('%s', tier => expect(modeDecision('ask', tier)).toBe(modeDecision('ask_for_writes', tier)))
})

describe('R43: allow, ask or deny, and nothing else', () => {
  test('every mode says one of them of every tier', () => {
    for (const mode of modes) for (const tier of tiers) expect(decisions).toContain(modeDecision(mode, tier))
    expect([...decisions].sort()).toEqual(['allow', 'ask', 'deny'])
  })
  test.each(['maybe', 'warn', 'require_approval', 'ALLOW'])('a rule cannot say %s', word => {
    expect(readPolicy(`version: 1\nrules: [{ when: { run: ls }, then: ${word} }]`, 'p.yaml').ok).toBe(false)
  })
})

test('R51: the default mode is ask_for_writes', () => {
  expect(defaultMode).toBe('ask_for_writes')
  expect(tiers.map(tier => modeDecision(defaultMode, tier))).toEqual(['allow', 'ask', 'ask', 'ask'])
})
