import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/json.ts'
import { type Tier, tierRank } from '../core/tier.ts'
import { findTool, toolNames } from './catalog.ts'
import { ShellExec } from './descriptors.ts'
import { described, ownWorld, world } from './world.fixture.ts'

describe('R46: tiers of the documented tools', () => {
  test.each<readonly [tool: string, tier: Tier, rank: number]>([
    ['read_file', 'read', 0],
    ['glob_files', 'read', 0],
    ['grep', 'read', 0],
    ['write_file', 'write', 1],
    ['edit_file', 'write', 1],
    ['bash', 'execute', 2],
  ])('%s is %s, %i', (tool, tier, rank) => {
    expect(findTool(tool)?.tier).toBe(tier)
    expect(tierRank(tier)).toBe(rank)
  })
  test('no tool is destructive by itself', () => {
    expect(tierRank('destructive')).toBe(3)
    expect(toolNames.filter(name => findTool(name)?.tier === 'destructive')).toEqual([])
  })
})

test('R47: unknown tools and MCP tools have tier execute', () => {
  for (const where of [world, ownWorld])
    for (const tool of ['mine', 'mcp__x__read_file']) expect(described(tool, {}, {}, where).tier).toBe('execute')
})

test('R36: a descriptor returns argv, risk and reason, and decides nothing', () => {
  expect(ShellExec.extractRisk({ argv: ['rm', '-rf', '/'] }, world)).toEqual({
    argv: ['rm', '-rf', '/'],
    riskLevel: 'high',
    reason: 'recursive forced delete',
  })
})

test('R178: a descriptor has its category and three functions', () => {
  const { category, extractRisk, sanitiseForApproval, sanitiseForEvent } = ShellExec
  const args: JsonObject = { argv: ['ls'], env: { A: 'x' } }
  expect(category).toBe('shell_exec')
  expect(extractRisk(args, world)).toEqual({ argv: ['ls'], riskLevel: 'low', reason: expect.any(String) })
  expect(sanitiseForApproval(args, world)).toMatchObject({ argv: ['ls'], env_keys: ['A'] })
  expect(sanitiseForEvent(args, world)).toMatchObject({ argv: ['ls'], env_keys: ['A'] })
})
