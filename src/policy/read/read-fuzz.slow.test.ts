import { expect, it } from 'vitest'
import { readPolicy } from './read.ts'

const floor = 20_000

const seeds = [
  `version: 1
extends: balanced
workspace: [.]
sensitive: ["~/.config/gh"]
rules:
  - id: tests-run-freely
    when: { run: [pytest, npm test] }
    then: allow
  - id: no-force-push
    when: { run: "git push --force" }
    then: deny
    because: others may have this history
    match: ["git push origin main -f"]
  - when: { tool: "mcp__github__*", input: { owner: acme, n: [1, true] } }
    then: trial
fence: { profile: balanced, network: { allow: ["registry.example"] }, limits: { memory: 2g } }
approvals: { timeout: 5m, on_timeout: deny }
`,
  `version: 1
programs:
  deployctl ./tools/deploy:
    tier: read
    options: { "-o FILE, --output[=FILE]": write, "-X METHOD": { GET: plain, "PUT POST": [sends, change a/b] } }
    operands: [plain, read..., { x: y }]
    commands: { "a b-*": { other_options: plain, commands: { c: { does: opaque x } } } }
    examples: { deployctl a: [] }
`,
  'version: 1\nboundary: { read: allow, write: ask }\nmode: ask\ncareful: true\nrules:\n- when:\n    change: git/*\n    text: |\n      a.*b\n  then: ask\n',
  'version: "1.0"\nname: x\nrules:\n  - name: a\n    tools: [Read, Bash]\n    path_patterns: ["\\\\.env$"]\n    action: deny\nsettings: { default_action: require_approval, approval_timeout_seconds: 300 }\n',
  'config_version: 1\nsafety:\n  mode: ask\n  allowlist: [ls]\n  denylist: ["rm -rf"]\nsandbox: { default_policy: restricted, os: { mode: auto } }\nrun: { human_timeout_ms: 3000 }\n',
  'safety:\n  approval_mode: ask\n  tool_tiers: { x: read }\n  custom_patterns: ["a.*b"]\n  sensitive_paths: ["~/x"]\n',
  'modules:\n  - type: hook\n    name: hooks-tool-policy\n    config: { blocked_tools: [], careful_mode: { enabled: true, timeout: 30 }, path_allowlist: [.] }\n',
  '{ "permissions": { "allow": ["Bash(npm run test:*)", "Read(./.env)"], "deny": ["WebFetch(domain:x)"], "defaultMode": "plan" } }',
  '%YAML 1.2\n--- # one\n{"version": 1, "rules": [{"when": {"connect": "a", "sends": true}, "then": "ask"}]}\n...\n',
]

const pieces = [
  ...[
    '[',
    ']',
    '{',
    '}',
    ':',
    ': ',
    '- ',
    '? ',
    ',',
    '#',
    '&a ',
    '*a',
    '!x ',
    '!!set ',
    '|',
    '>',
    '"',
    "'",
    '\\',
    '%',
    '@',
    '`',
  ],
  ...[
    '\n',
    '\r',
    '\t',
    '  ',
    '\0',
    '\uFEFF',
    '\uD800',
    '\uDC00',
    '\u2028',
    '\u0085',
    '💥',
    '\u202E',
    '---\n',
    '...\n',
    '<<: ',
    '~',
    'null',
  ],
  ...[
    '__proto__: {a: 1}\n',
    'constructor: x\n',
    'toString',
    'prototype',
    '"\\0"',
    '"\\uD800"',
    '.nan',
    '1e999',
    '0x10',
    '99999999999999999999',
  ],
  ...['version', 'rules', 'when', 'then', 'input: {__proto__: x}', '&a [*a]', '[[[[[[[[[[[[[[[[[[[[[[[[[[['],
]

/** Always the same numbers, so that a failure can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = randomNumbers(20_251_115)
const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''

function mutate(text: string): string {
  const at = random(text.length + 1)
  const end = Math.min(at + random(12), text.length)
  switch (random(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end)
    case 1:
      return text.slice(0, at) + text.slice(at, end).repeat(1 + random(4)) + text.slice(end)
    case 2:
      return text.slice(0, at) + String.fromCharCode(random(random(2) === 0 ? 128 : 65_536)) + text.slice(at)
    case 3:
      return text.slice(0, at)
    default:
      return text.slice(0, at) + pick(pieces) + text.slice(random(2) === 0 ? at : end)
  }
}

function* hostile(): Generator<string> {
  for (const opener of ['[', '{', '- ', '? ', ': ', 'a: {', '[{a: ', '&a ', '!a ', '|', '\n- '])
    yield opener.repeat(10_000)
  for (const unit of ['x', '\n', '"', ' ', '\uD800', '\0', '💥']) yield unit.repeat(10_000_000 / unit.length)
  yield `version: 1\nextends: "${'x'.repeat(3_000_000)}"`
  yield `version: 1\nmode: "${'\\0'.repeat(100_000)}"`
  yield `version: 1\n${'__proto__: {polluted: true}\n'.repeat(1_000)}`
  yield '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "version": 1}'
  yield `a: &a [x]\n${Array.from({ length: 26 }, (_, i) => `k${i}: &b${i} [${`*${i === 0 ? 'a' : `b${i - 1}`}, `.repeat(10)}]`).join('\n')}`
  yield `version: 1\nrules:\n${'  - { when: { zap: 1 }, then: x }\n'.repeat(20_000)}`
  yield `name: x\nrules:\n${'  - { name: a, tool: Bash, action: allow }\n'.repeat(20_000)}`
  yield `name: x\nrules:\n${'  - { name: 1, tol: Bash, action: x }\n'.repeat(20_000)}`
  yield `safety: { allowlist: [${'1, '.repeat(500_000)}] }`
  yield `blocked_tools: [${'x, '.repeat(500_000)}]`
  yield `permissions: { allow: [${'x(, '.repeat(300_000)}] }`
}

/** A few edits of a good file, or nothing but noise. */
function* generated(count: number): Generator<string> {
  for (let i = 0; i < count; i += 1) {
    let text = random(10) === 0 ? '' : pick(seeds)
    const edits = text === '' ? random(60) : 1 + random(6)
    for (let edit = 0; edit < edits; edit += 1) text = mutate(text)
    yield text
  }
}

it('reads any input without throwing, and leaves the prototypes alone', () => {
  const before = Reflect.ownKeys(Object.prototype)
  const counts = { inputs: 0, good: 0, bad: 0 }
  for (const source of [...hostile(), ...seeds, ...generated(floor)]) {
    const result = readPolicy(source, 'fuzz.yaml')
    counts.inputs += 1
    counts[result.ok ? 'good' : 'bad'] += 1
    for (const fault of result.ok ? [] : result.faults) {
      if (fault.code !== 'policy_invalid' || fault.at === undefined || !/^[^\p{C}]{1,900}$/u.test(fault.message)) {
        expect.fail(`${JSON.stringify(fault)} for ${JSON.stringify(source.slice(0, 500))}`)
      }
      const line = source.split(/\r\n|\r|\n/, fault.at.line)[fault.at.line - 1]
      if (line === undefined || fault.at.column < 1 || fault.at.column > line.length + 1) {
        expect.fail(`no such place: ${JSON.stringify(fault)} for ${JSON.stringify(source.slice(0, 500))}`)
      }
    }
  }
  console.log(`readPolicy: ${counts.inputs} inputs, ${counts.good} good, ${counts.bad} bad`)
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect(counts.inputs).toBeGreaterThanOrEqual(floor)
  expect(counts.good).toBeGreaterThan(100)
  expect(counts.bad).toBeGreaterThan(1_000)
})
