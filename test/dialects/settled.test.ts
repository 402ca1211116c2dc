import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownPaths } from '../../src/io/paths.ts'
import { loadPolicies } from '../../src/io/policies/load-policies.ts'
import { readPolicy } from '../../src/policy/read/read.ts'
import { noWorkspace } from '../no-home.ts'
import { withPreset } from '../requirements/open-gate.ts'
import { documentOf } from './blocks.ts'

/** Settings about which the documents contradict one another. */

describe("C9: every dialect's name for the timeout sets the same timeout", () => {
  test.each([
    ['our own', 'version: 1\napprovals: { timeout: 7s }\n'],
    ['pipeline', 'settings: { approval_timeout_seconds: 7 }\nrules: []\n'],
    ['tool-safety', 'safety: { approval_mode: ask, approval_timeout: 7 }\n'],
    ['deep-dive and tools', 'safety: { mode: ask, approval_timeout_ms: 7000 }\n'],
    ['policy-guide', 'careful_mode: { enabled: true, timeout: 7 }\n'],
  ])('%s', (_whose, source) => expect(documentOf(source).approvals?.timeoutMs).toBe(7_000))
})

describe('C9: each preset has its own default timeout', () => {
  test.each([
    ['pipeline', 300_000, 'rules: [{ tool: Bash, action: ask }]\n'],
    ['tool-safety', 120_000, 'safety: { approval_mode: ask }\n'],
    ['deep-dive', 60_000, 'safety: { mode: ask }\n'],
    ['tools', 60_000, 'config_version: 1\nsafety: { mode: ask }\n'],
    ['policy-guide', 30_000, 'careful_mode: true\n'],
    ['prod', 5_000, null],
    ['balanced', 300_000, null],
  ])('%s', async (preset, ms, source) => {
    expect((await withPreset(preset)).approvals.timeoutMs).toBe(ms)
    if (source !== null) expect(documentOf(source).approvals?.timeoutMs).toBe(ms)
  })
})

describe('C9: the shortest timeout of all sources wins', () => {
  const guide = 'careful_mode: { enabled: true, timeout: 20 }\n'
  test.each([
    ['the file', guide, {}, undefined, 20_000],
    ['a shorter environment', guide, { LEASHD_APPROVAL_TIMEOUT_SECONDS: '9' }, undefined, 9_000],
    ['a longer environment', guide, { LEASHD_APPROVAL_TIMEOUT_SECONDS: '90' }, undefined, 20_000],
    ['a shorter preset', guide, {}, 'prod', 5_000],
    ['a longer preset', guide, {}, 'pipeline', 20_000],
  ])('%s', async (_what, policy, variables, preset, ms) => {
    const home = mkdtempSync(join(tmpdir(), 'sallyport-wait-'))
    const env = { HOME: home, ...variables }
    mkdirSync(ownPaths(env).config, { recursive: true })
    writeFileSync(ownPaths(env).userPolicy, policy)
    const loaded = await loadPolicies({ place: noWorkspace, env, ...(preset === undefined ? {} : { preset }) })
    rmSync(home, { recursive: true })
    expect(loaded).toMatchObject({ ok: true, value: { approvals: { timeoutMs: ms } } })
  })
})

describe('C23: `careful_mode` is a boolean or a map', () => {
  test.each([
    ['careful_mode: true\n', { careful: true }],
    ['careful_mode: false\n', { careful: false }],
    ['careful_mode: { enabled: true }\n', { careful: true }],
    ['careful_mode: { enabled: false, timeout: 5 }\n', { careful: false, approvals: { timeoutMs: 5_000 } }],
    ['careful_mode: { timeout: 5 }\n', { careful: false }],
    ['careful_mode: { default_on_timeout: allow }\n', { approvals: { onTimeout: 'allow' } }],
  ])('%s', (source, want) => expect(documentOf(source)).toMatchObject(want))
})

describe('C23: every word for a default action is understood', () => {
  const words = {
    allow: 'allow',
    continue: 'allow',
    ask: 'ask',
    ask_user: 'ask',
    require_approval: 'ask',
    deny: 'deny',
  }
  const last = (source: string) => documentOf(source).rules.at(-1)
  test.each(Object.entries(words))('%s', (word, then) => {
    expect(last(`default_action: ${word}\nblocked_tools: []\n`)).toMatchObject({ id: 'unclassified', then })
    expect(last(`settings: { default_action: ${word} }\nrules: []\n`)).toMatchObject({ id: 'default-action', then })
  })
})

describe('C23: unknown keys and words are errors, with the place and the nearest known one', () => {
  test.each([
    ['careful_mode: { enabled: true, time_out: 5 }\n', '1:32 ', '`timeout`'],
    ['careful_mode: yes please\n', '1:15 ', '`true`, `false` or a map'],
    ['careful_mode: { default_on_timeout: ask }\n', '1:37 ', '`allow` or `deny`'],
    ['default_action: continues\nblocked_tools: []\n', '1:17 ', '`continue`'],
    ['blocked_tools: []\naudit: { enable: true }\n', '2:10 ', '`enabled`'],
    ['blocked_tool: []\nhigh_risk_tools: []\n', '1:1 ', '`blocked_tools`'],
    ['blocked_tools: []\nsandbox_defaults: { ram: 1 }\n', '2:21 ', '`ram`'],
    ['modules: [{ type: hook, name: hooks-tool-policy, config: { careful: true } }]\n', '1:60 ', '`careful`'],
    ['activation: { tool_policy: { carefull_mode: true } }\n', '1:30 ', '`careful_mode`'],
    ['settings: { default_actions: deny }\nrules: []\n', '1:13 ', '`default_action`'],
    ['rules: [{ tool: Bash, action: forbid }]\n', '1:31 ', '`deny`'],
    ['safety: { mode: ask, deny_list: [sudo] }\n', '1:22 ', '`denylist`'],
    ['safety: { approval_mode: ask, alowed_tools: [x] }\n', '1:31 ', '`allowed_tools`'],
    ['config_version: 1\nsandbox: { os: { modes: auto } }\n', '2:18 ', '`mode`'],
    ['config_version: 1\nrun: { human_timeout: 5 }\n', '2:8 ', '`human_timeout_ms`'],
  ])('%s', (source, at, said) => {
    const read = readPolicy(source, 'config.yaml')
    const [fault] = read.ok ? [] : read.faults
    expect(fault).toMatchObject({ code: 'policy_invalid' })
    expect(`${fault?.at?.line}:${fault?.at?.column} ${fault?.message}`).toContain(said)
    expect(`${fault?.at?.line}:${fault?.at?.column} `).toBe(at)
  })
})
