import { describe, expect, test } from 'vitest'
import { subagentLimits } from '../../src/core/subagent-limits.ts'
import { balanced, withFiles, withPolicy } from '../requirements/open-gate.ts'
import { documentOf } from './blocks.ts'

describe('R167: each limit of sub-agents is configurable under `safety.subagent`', () => {
  test.each([
    ['max_concurrent: 2', { concurrent: 2 }],
    ['max_total: 3', { total: 3 }],
    ['slot_timeout: 4', { slotMs: 4_000 }],
    ['max_depth: 1', { depth: 1 }],
    ['max_prompt_chars: 500', { promptChars: 500 }],
    ['max_output_chars: 600', { answerChars: 600 }],
    ['max_iterations: 7', { steps: 7 }],
    ['max_parent_iterations: 8', { parentSteps: 8 }],
    ['timeout: 60', { timeMs: 60_000 }],
  ])('%s', (setting, limits) => {
    expect(documentOf(`safety: { subagent: { ${setting} } }\n`).subagents).toEqual(limits)
  })

  test('`subagents` of our own format means the same', () => {
    const own =
      'concurrent: 2, total: 3, slot_timeout: 4s, depth: 1, prompt_chars: 500, answer_chars: 600, steps: 7, parent_steps: 8, timeout: 1m'
    expect(documentOf(`version: 1\nsubagents: { ${own} }\n`).subagents).toEqual({
      concurrent: 2,
      total: 3,
      slotMs: 4_000,
      depth: 1,
      promptChars: 500,
      answerChars: 600,
      steps: 7,
      parentSteps: 8,
      timeMs: 60_000,
    })
  })

  test('without a setting the documented limits are in force', () => {
    expect(balanced.subagents).toEqual(subagentLimits())
  })

  test('R158: a time outside its range is moved into it', async () => {
    const timeMs = async (time: string) => (await withPolicy(`subagents: { timeout: ${time} }`)).subagents.timeMs
    expect([await timeMs('9s'), await timeMs('10s'), await timeMs('10m'), await timeMs('11m')]).toEqual([
      10_000, 10_000, 600_000, 600_000,
    ])
  })

  test('the smallest value of the trusted files counts, and an untrusted project sets none', async () => {
    const { subagents } = await withFiles([
      { layer: 'organisation', trusted: true, source: 'subagents: { total: 4 }' },
      { layer: 'user', trusted: true, source: 'subagents: { total: 20, steps: 20 }' },
      { layer: 'project', trusted: false, source: 'subagents: { total: 50, steps: 90 }' },
    ])
    expect(subagents).toMatchObject({ total: 4, steps: 20 })
  })
})
