import { describe, expect, it } from 'vitest'
import { sha256 } from '../../core/digest.ts'
import type { PolicyDocument, Rule } from '../schema/document.ts'
import { readPolicy } from './read.ts'

const empty: Omit<PolicyDocument, 'digest'> = {
  file: 'p.yaml',
  extends: null,
  mode: null,
  allow: null,
  enabled: true,
  workspace: null,
  sensitive: [],
  boundary: null,
  rules: [],
  programs: [],
  approvals: null,
  careful: false,
  automation: false,
  fence: null,
}

const plainRule: Rule = {
  id: 'rule-1',
  line: 3,
  when: { run: ['a'] },
  then: 'ask',
  trial: false,
  contain: false,
  because: null,
  instead: null,
  apply: false,
  match: [],
  notMatch: [],
  remember: 'always',
}

type SettingRow = readonly [sentence: string, source: string, expected: Partial<PolicyDocument>]

const settings: readonly SettingRow[] = [
  ['the version alone is a policy', '', {}],
  ['extends names a preset', 'extends: balanced', { extends: 'balanced' }],
  ['extends names a file', 'extends: ../team.yaml', { extends: '../team.yaml' }],
  ['a mode is kept', 'mode: ask_for_writes', { mode: 'ask_for_writes' }],
  ['a policy can be off', 'enabled: false', { enabled: false }],
  ['a workspace is a list', 'workspace: [., ../lib]', { workspace: ['.', '../lib'] }],
  ['a single workspace does not need a list', 'workspace: .', { workspace: ['.'] }],
  ['sensitive paths are kept', 'sensitive: ["~/.config/gh"]', { sensitive: ['~/.config/gh'] }],
  ['an empty list of sensitive paths is valid', 'sensitive: []', { sensitive: [] }],
  ['boundary: deny denies all', 'boundary: deny', { boundary: { read: 'deny', write: 'deny', foreign: 'deny' } }],
  ['boundary: ask allows reads', 'boundary: ask', { boundary: { read: 'allow', write: 'ask', foreign: 'ask' } }],
  ['boundary: allow allows all', 'boundary: allow', { boundary: { read: 'allow', write: 'allow', foreign: 'allow' } }],
  [
    'missing keys of a boundary have defaults',
    'boundary: { foreign: deny }',
    { boundary: { read: 'allow', write: 'ask', foreign: 'deny' } },
  ],
  ['an empty list of rules is valid', 'rules: []', { rules: [] }],
  ['minutes', 'approvals: { timeout: 5m }', { approvals: { timeoutMs: 300_000, onTimeout: 'deny', ask: 'always' } }],
  ['seconds', 'approvals: { timeout: 90s }', { approvals: { timeoutMs: 90_000, onTimeout: 'deny', ask: 'always' } }],
  [
    'milliseconds',
    'approvals: { timeout: 500ms }',
    { approvals: { timeoutMs: 500, onTimeout: 'deny', ask: 'always' } },
  ],
  ['hours', 'approvals: { timeout: 1h }', { approvals: { timeoutMs: 3_600_000, onTimeout: 'deny', ask: 'always' } }],
  [
    'a number is seconds',
    'approvals: { timeout: 1.5 }',
    { approvals: { timeoutMs: 1_500, onTimeout: 'deny', ask: 'always' } },
  ],
  [
    'a policy can refuse to ask',
    'approvals: { ask: never }',
    { approvals: { timeoutMs: null, onTimeout: 'deny', ask: 'never' } },
  ],
  [
    'a timeout can allow',
    'approvals: { on_timeout: allow }',
    { approvals: { timeoutMs: null, onTimeout: 'allow', ask: 'always' } },
  ],
  ['careful', 'careful: true', { careful: true }],
  ['automation', 'automation: true', { automation: true }],
  [
    'the fence is kept as data',
    'fence: { profile: balanced, network: { allow: [registry.example] }, limits: { memory: 2g, processes: 256, seconds: 600 } }',
    {
      fence: {
        profile: 'balanced',
        network: { allow: ['registry.example'] },
        limits: { memory: '2g', processes: 256, seconds: 600 },
      },
    },
  ],
  ['a fence may allow no host', 'fence: { network: { allow: [] } }', { fence: { network: { allow: [] } } }],
  ['memory may be bytes', 'fence: { limits: { memory: 1048576 } }', { fence: { limits: { memory: 1_048_576 } } }],
  ['comments and document marks are valid', '# why\n...', {}],
  ['an unused anchor is harmless', 'sensitive: &a [x]', { sensitive: ['x'] }],
]

describe('settings of a good file', () => {
  it.each(settings)('%s', (_, text, expected) => {
    const source = `version: 1\n${text}\n`
    expect(readPolicy(source, 'p.yaml')).toEqual({ ok: true, value: { ...empty, digest: sha256(source), ...expected } })
  })
})

type RuleRow = readonly [sentence: string, rule: string, expected: Partial<Rule>]

const rules: readonly RuleRow[] = [
  ['a rule without an id has a number', '{ when: { run: a }, then: ask }', {}],
  ['an id is kept', '{ id: x, when: { run: a }, then: ask }', { id: 'x' }],
  ['a trial is an ask', '{ when: { run: a }, then: trial }', { trial: true }],
  [
    'strings and tests are kept',
    '{ when: { run: a }, then: ask, because: b, instead: c, apply: true, match: [d, e], not_match: f }',
    { because: 'b', instead: 'c', apply: true, match: ['d', 'e'], notMatch: ['f'] },
  ],
  ['remember: no is a word, not a boolean', '{ when: { run: a }, then: ask, remember: no }', { remember: 'no' }],
  ['an empty list of tests is valid', '{ when: { run: a }, then: ask, match: [] }', {}],
  ['a rule may span lines', '\n    when:\n      run: a\n    then: ask', { line: 4 }],
]

describe('rules of a good file', () => {
  it.each(rules)('%s', (_, text, expected) => {
    const result = readPolicy(`version: 1\nrules:\n  - ${text}\n`, 'p.yaml')
    expect(result.ok ? result.value.rules : result.faults).toEqual([{ ...plainRule, ...expected }])
  })
})

type WhenRow = readonly [text: string, expected: Rule['when']]

const whens: readonly WhenRow[] = [
  ['run: [pytest, npm test, "git push --force"]', { run: ['pytest', 'npm test', 'git push --force'] }],
  ['run: "true"', { run: ['true'] }],
  [
    'read: .env, write: [a, b], delete: c, touch: "~/d"',
    { read: ['.env'], write: ['a', 'b'], delete: ['c'], touch: ['~/d'] },
  ],
  ['connect: "*.corp.example", tier: write', { connect: ['*.corp.example'], tier: 'write' }],
  ['connect: ["[::1]", "localhost:8080"]', { connect: ['[::1]', 'localhost:8080'] }],
  ['change: [git/history, kubernetes/*]', { change: ['git/history', 'kubernetes/*'] }],
  ['spawn: "*", agent: reviewer', { spawn: ['*'], agent: ['reviewer'] }],
  ['opaque: true', { opaque: true }],
  ['effect: [write, delete], in: home', { effect: ['write', 'delete'], in: ['home'] }],
  ['sensitive: true, sends: false', { sensitive: true, sends: false }],
  ['code: project, where: [host, pod]', { code: ['project'], where: ['host', 'pod'] }],
  ['tool: "mcp__github__*", input: { owner: acme }', { tool: ['mcp__github__*'], input: [['owner', ['acme']]] }],
  [
    'input: { a: [x, 1, true], 2: y }',
    {
      input: [
        ['2', ['y']],
        ['a', ['x', 1, true]],
      ],
    },
  ],
  ['input: { "<<": x }', { input: [['<<', ['x']]] }],
  ['text: "curl .*sh", risk: high', { text: 'curl .*sh', risk: 'high' }],
  ['automation: true, careful: false, escalated: true', { automation: true, careful: false, escalated: true }],
]

describe('conditions of a rule', () => {
  it.each(whens)('when: { %s }', (text, expected) => {
    const result = readPolicy(`version: 1\nrules:\n  - { when: { ${text} }, then: ask }\n`, 'p.yaml')
    expect(result.ok ? result.value.rules : result.faults).toEqual([{ ...plainRule, when: expected }])
  })
})

it('there are at least 30 good files', () => {
  expect(settings.length + rules.length + whens.length).toBeGreaterThanOrEqual(30)
})

it('a document survives being written as JSON', () => {
  const result = readPolicy('version: 1\nrules:\n  - { when: { input: { a: 1 } }, then: deny }\n', 'p.yaml')
  const value = result.ok ? result.value : null
  expect(value).not.toBeNull()
  expect(JSON.parse(JSON.stringify(value))).toEqual(value)
})
