import { describe, expect, test } from 'vitest'
import { faultText } from '../../src/core/fault.ts'
import { readChecked } from '../../src/policy/read/read-checked.ts'

/** The errors of a file, each with place, message and code. */
async function faults(text: string): Promise<readonly string[]> {
  const read = await readChecked(text, 'x.yaml')
  return read.ok ? [] : read.faults.map(faultText)
}

describe('a file that mixes two dialects names both', () => {
  test.each([
    ['version: 1\nsafety: { mode: ask }\n', 'x.yaml:2:1', 'Sallyport or leashd', 'skills-runtime'],
    ['safety:\n  allowlist: [ls]\n  allowed_tools: [bash]\n', 'x.yaml:3:3', 'skills-runtime', 'anteroom'],
    ['command_allowlist: [git]\nsafety: { denylist: [sudo] }\n', 'x.yaml:2:1', 'letsgo', 'skills-runtime'],
    ['extends: balanced\nblocked_tools: [bash]\n', 'x.yaml:2:1', 'Sallyport', 'letsgo'],
    [
      'rules:\n  - { when: { run: ls }, then: allow }\n  - { tool: Bash, action: allow }\n',
      'x.yaml:3:7',
      'Sallyport',
      'leashd',
    ],
    ['settings: { default_action: deny }\nactivation: {}\n', 'x.yaml:2:1', 'leashd', 'letsgo'],
    ['permissions: { allow: [] }\nmode: ask\n', 'x.yaml:2:1', 'Claude Code', 'Sallyport'],
  ])('%j', async (text, place, one, other) => {
    const [fault = ''] = await faults(text)
    expect(fault).toContain(place)
    expect(fault).toContain(one)
    expect(fault).toContain(other)
    expect(fault).toContain('(policy_invalid)')
  })
})

test('a file that could be in two dialects is an error', async () => {
  expect(await faults('safety: {}\n')).toEqual([
    'x.yaml:1:1: this could be anteroom or skills-runtime; add a key that only one of them has (policy_invalid)',
  ])
})

describe('an unknown key has its place and the nearest known one', () => {
  test.each([
    [
      'safety:\n  mode: ask\n  alowlist: [ls]\n',
      'x.yaml:3:3: unknown key `alowlist` in `safety`; did you mean `allowlist`?',
    ],
    [
      'safety:\n  aproval_mode: ask\n',
      'x.yaml:2:3: unknown key `aproval_mode` in `safety`; did you mean `approval_mode`?',
    ],
    [
      'command_alowlist: [git]\n',
      'x.yaml:1:1: unknown key `command_alowlist` in the configuration; did you mean `command_allowlist`?',
    ],
    [
      'careful_mode: { enabled: true, timout: 3 }\n',
      'x.yaml:1:32: unknown key `timout` in `careful_mode`; did you mean `timeout`?',
    ],
    [
      'modules:\n  - type: hook\n    name: hooks-tool-policy\n    config: { blocked: [] }\n',
      'x.yaml:4:15: unknown key `blocked` in the configuration',
    ],
    [
      'name: x\nrules:\n  - { tool: Bash, action: deny, reson: x }\n',
      'x.yaml:3:33: unknown key `reson` in a rule; did you mean `reason`?',
    ],
    [
      '{ "permissions": { "alow": ["Bash"] } }',
      'x.yaml:1:20: unknown key `alow` in `permissions`; did you mean `allow`?',
    ],
    [
      'sandbox: { default_polcy: none }\nsafety: { mode: ask }\n',
      'x.yaml:1:12: unknown key `default_polcy` in `sandbox`; did you mean `default_policy`?',
    ],
  ])('%j', async (text, wanted) => expect((await faults(text))[0]).toContain(wanted))
})

describe('an invalid value is refused', () => {
  test.each([
    ['safety: { mode: maybe }\n', 'must be `allow`, `ask` or `deny`'],
    ['safety: { approval_mode: never }\n', '`approval_mode` must be'],
    ['safety: { allowlist: ["*"] }\n', 'it is not a wildcard here'],
    ['safety: { allowlist: ["-rf"] }\n', 'must start with a program'],
    ['safety: { allowed_tools: ["mcp__*"] }\n', 'tools are named exactly here'],
    ['safety: { tool_tiers: { bash: huge } }\n', 'must be `read`, `write`, `execute` or `destructive`'],
    ['safety: { approval_timeout_ms: 0 }\n', 'must be at least 1'],
    ['path_allowlist: ["../x"]\n', 'write an absolute path'],
    ['default_action: shrug\n', '`default_action` must be'],
    ['sandbox_mode: maybe\n', '`sandbox_mode` must be'],
    ['modules: []\n', 'must contain the module `hooks-tool-policy` exactly once'],
    ['name: x\nrules: [{ tool: Bash }]\n', 'a rule has no `action`'],
    ['settings: { default_action: sometimes }\n', '`default_action` must be'],
    ['name: x\nrules:\n  - { tool: Bash, command_patterns: ["(?=x)"], action: deny }\n', 'x.yaml:3:1'],
    ['{ "permissions": { "deny": ["Bash(rm"] } }', 'must be a rule such as'],
  ])('%j', async (text, wanted) => expect((await faults(text)).join('\n')).toContain(wanted))
})
