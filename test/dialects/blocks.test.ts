import { describe, expect, test } from 'vitest'
import { block, blocks, documentOf } from './blocks.ts'

describe('every configuration that the documents print loads unchanged', () => {
  const printed = blocks.filter(({ file }) => /^(deep-dive|policy-guide|tool-safety|tools)\//.test(file))

  test('there are as many as the documents print', () => expect(printed).toHaveLength(12))

  test.each(blocks)('$file', ({ file, text }) => {
    const document = documentOf(text, file)
    expect(document.file).toBe(file)
    expect(document.rules.every(rule => rule.line >= 1 && rule.line <= text.split('\n').length)).toBe(true)
  })
})

describe('settings of the printed configurations', () => {
  test('R74: an approval times out after 60 seconds, which denies', () => {
    expect(block('tools/approvals.yaml').approvals).toMatchObject({ timeoutMs: 60_000, onTimeout: 'deny' })
  })

  test('R173: Recipe A acts key by key', () => {
    const document = block('tools/recipe-a.yaml')
    expect(document).toMatchObject({
      mode: 'ask',
      approvals: { timeoutMs: 5_000, humanTimeoutMs: 3_000 },
      fence: { mode: 'enforce', adapter: 'auto' },
    })
    expect(document.rules.find(rule => rule.id === 'denylist')?.when.run).toEqual([
      'sudo',
      'rm -rf',
      'mkfs',
      'dd',
      'shutdown',
      'reboot',
    ])
    expect(document.rules.find(rule => rule.id === 'allowlist')?.when.run).toEqual(['pwd', 'ls', 'cat', 'rg', 'pytest'])
  })

  test('R91: a careful prompt times out after 30 seconds, with the decision that the file sets', () => {
    expect(block('policy-guide/careful-mode.yaml')).toMatchObject({
      careful: true,
      approvals: { timeoutMs: 30_000, onTimeout: 'allow' },
    })
    expect(documentOf('careful_mode: { enabled: true, timeout: 5 }\n').approvals).toMatchObject({
      timeoutMs: 5_000,
      onTimeout: 'deny',
    })
  })

  test('R108, R110: the sandbox with its limits', () => {
    const limits = { memory: '512m', cpus: 1, seconds: 120 }
    const fence = { mode: 'enforce', rewrite: true, read_only: true, network: 'none', limits }
    expect(block('policy-guide/sandbox-rewrite.yaml').fence).toEqual(fence)
    expect(documentOf('sandbox_mode: enforce\n').fence).toEqual(fence)
    expect(documentOf('sandbox_mode: audit\n').fence).toEqual({ ...fence, mode: 'audit' })
  })

  test('R175: missing settings have their documented defaults', () => {
    const short = documentOf('modules: [{ type: hook, name: hooks-tool-policy }]\n')
    expect(short).toMatchObject({
      mode: 'allow',
      careful: false,
      automation: false,
      approvals: { timeoutMs: 30_000, onTimeout: 'deny' },
      fence: { mode: 'off' },
      audit: { enabled: true },
    })
    expect(short.rules.at(-1)).toMatchObject({ id: 'unclassified', then: 'allow' })
  })

  test('R142, R174: the configuration sets the path of the audit file', () => {
    expect(block('policy-guide/security-policy.yaml').audit).toEqual({ enabled: true })
    const moved = 'base_dir: /srv/letsgo\naudit: { enabled: false, log_path: /var/log/x.jsonl }\n'
    expect(documentOf(moved).audit).toEqual({ enabled: false, logPath: '/var/log/x.jsonl', baseDir: '/srv/letsgo' })
    expect(documentOf('blocked_tools: []\naudit: { enabled: true, log_path: null }\n').audit).toEqual({ enabled: true })
  })

  test('R217: a mode file turns on its mode and nothing else', () => {
    const careful = block('policy-guide/modes-careful.yaml')
    const automation = block('policy-guide/modes-automation.yaml')
    expect(careful).toMatchObject({ careful: true, automation: false, extends: null, mode: null, rules: [] })
    expect(automation).toMatchObject({ careful: false, automation: true, extends: null, mode: null, rules: [] })
  })

  test('R171: a configuration can switch everything off', () => {
    expect(block('tool-safety/switched-off.yaml').enabled).toBe(false)
  })

  test('R15: the approved directories are the project and the plans', () => {
    expect(block('leashd/team.yaml')).toMatchObject({
      workspace: ['.', '~/.claude/plans'],
      boundary: { read: 'deny', write: 'deny', foreign: 'deny' },
    })
  })

  test('R69: leashd uses the timeout of its file, by default five minutes', () => {
    expect(block('leashd/team.yaml').approvals?.timeoutMs).toBe(120_000)
    expect(block('leashd/strict.yaml').approvals?.timeoutMs).toBe(300_000)
  })
})

test('a rule has the line that it was translated from', () => {
  const document = documentOf('safety:\n  mode: ask\n  denylist: [sudo]\n  allowlist:\n    - ls\n')
  expect(document.rules.map(({ id, line }) => [id, line])).toEqual([
    ['denylist', 3],
    ['complex', 2],
    ['allowlist', 5],
    ['commands', 2],
    ['commands-run', 2],
    ['custom-tools', 2],
  ])
})
