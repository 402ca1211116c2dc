import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as documents from '../../src/documents/index.ts'
import { memoryFacts, madeUpPlace as place } from '../../src/testing.ts'
import { withPolicy, withPreset } from '../requirements/open-gate.ts'

const { analyzeBash, analyzePath, isAutomation, isCareful, policyEngine, riskClass, safetyChecks, validatePath } =
  documents

const pipeline = await withPreset('pipeline')
const toolSafety = await withPreset('tool-safety', 'ask_for_dangerous')
const guide = await withPreset('policy-guide')

test('the page that maps old names to new ones names every export', () => {
  const page = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs', 'documents.md'), 'utf8')
  expect(Object.keys(documents).filter(name => !page.includes(`\`${name}`))).toEqual([])
})

describe('analyzeBash', () => {
  const plain = { hasPipe: false, hasChain: false, hasSubshell: false, hasRedirect: false, hasSudo: false }
  test.each([
    ['ls', { ...plain, riskLevel: 'low', factors: [] }],
    ['ls | wc', { ...plain, hasPipe: true, riskLevel: 'medium' }],
    ['a && b', { ...plain, hasChain: true, riskLevel: 'medium' }],
    ['echo x > f', { ...plain, hasRedirect: true, riskLevel: 'medium' }],
    ['(ls)', { ...plain, hasSubshell: true, riskLevel: 'high' }],
    ['sudo ls', { ...plain, hasSudo: true, riskLevel: 'high' }],
    ['echo sudo', { ...plain, riskLevel: 'low' }],
    ['rm -rf x', { ...plain, riskLevel: 'high', factors: ['recursive forced delete'] }],
    ['sudo rm -rf x', { ...plain, hasSudo: true, riskLevel: 'critical' }],
  ])('%s', (command, want) => expect(analyzeBash(command)).toMatchObject(want))
})

describe('analyzePath', () => {
  test.each([
    ['src/a.ts', 'read', { isCredential: false, hasTraversal: false, sensitivity: 'normal', riskLevel: 'low' }],
    ['src/a.ts', 'write', { sensitivity: 'elevated', riskLevel: 'medium' }],
    ['src/a.ts', 'edit', { sensitivity: 'elevated', riskLevel: 'medium' }],
    ['.env', 'read', { isCredential: true, sensitivity: 'credential', riskLevel: 'critical' }],
    ['src/secretary.py', 'read', { isCredential: false }],
    ['../a', 'read', { hasTraversal: true, riskLevel: 'high' }],
    ['a..b', 'read', { hasTraversal: false }],
  ] as const)('%s, %s', (path, operation, want) => expect(analyzePath(path, operation)).toMatchObject(want))
})

describe('validatePath', () => {
  const facts = memoryFacts({ files: { '/home/dev/project/out': { link: '/srv/other' } } })
  const check = (path: string) => validatePath(path, { policies: pipeline, place, facts })
  test.each([['src/a.ts'], ['.'], ['/home/dev/project'], ['~/.claude/plans/x.md'], ['src/../b']])('%s is fine', path =>
    expect(check(path)).toEqual({ ok: true, reason: '' }),
  )
  test.each([
    ['/srv/other/x', '/srv/other/x'],
    ['~/notes', '/home/dev/notes'],
    ['../other', '/home/dev/other'],
    ['out/x', '/srv/other/x'],
    ['/home/dev/project-evil', '/home/dev/project-evil'],
    ['a\0b', 'NUL'],
  ])('%j is not, and the reason names it', (path, named) => {
    expect(check(path).ok).toBe(false)
    expect(check(path).reason).toContain(named)
  })
})

describe('policyEngine', () => {
  const engine = policyEngine({ policies: pipeline, place })
  const rows: readonly (readonly [
    tool: string,
    input: Record<string, unknown>,
    decision: string,
    rule: string | null,
  ])[] = [
    ['Bash', { command: 'ls' }, 'allow', null],
    ['Bash', { command: 'git push -f' }, 'deny', 'forced-push'],
    ['Bash', { command: 'echo $(ls)' }, 'require_approval', 'risky-commands'],
    ['Write', { file_path: 'a.ts', content: '' }, 'require_approval', null],
    ['Read', { file_path: '/srv/x' }, 'deny', null],
    ['frobnicate', {}, 'require_approval', null],
  ]
  test.each(rows)('%s %j: %s', (tool, input, decision, rule) => {
    const classification = engine.classify(tool, input)
    expect(engine.evaluate(classification)).toBe(decision)
    expect(classification.matchedRule?.id ?? null).toBe(rule)
    expect(classification).toMatchObject({ toolName: tool, toolInput: input })
    expect(Object.isFrozen(classification)).toBe(true)
    expect(classification.denyReason === null).toBe(decision !== 'deny')
  })
  test('without a rule the risk is at least medium', () => {
    expect(engine.classify('Bash', { command: 'ls' }).riskLevel).toBe('medium')
    expect(engine.classify('Read', { file_path: 'a' }).category).toBe('file_read')
  })
  test('invalid input is denied', () => {
    expect(engine.evaluate(engine.classify('Read', { file_path: () => 1 }))).toBe('deny')
  })
})

describe('safetyChecks', () => {
  const { checkBashCommand, checkWritePath } = safetyChecks({ policies: toolSafety, place })
  test.each([
    ['ls', { needsApproval: false, isHardBlocked: false }],
    ['rm a.ts', { needsApproval: true, isHardBlocked: false, tier: 'destructive' }],
    ['rm -rf /', { needsApproval: false, isHardBlocked: true }],
    ['mkfs.ext4 /dev/sda', { needsApproval: false, isHardBlocked: true }],
  ])('checkBashCommand(%j)', (command, want) => expect(checkBashCommand(command)).toMatchObject(want))
  test.each([
    ['src/a.ts', { needsApproval: false, isHardBlocked: false, tier: 'write' }],
    ['.env', { needsApproval: true, isHardBlocked: false }],
    ['.ssh/config', { needsApproval: true, isHardBlocked: false }],
    ['/etc/hosts', { needsApproval: true, isHardBlocked: false }],
    ['/etc/shadow', { needsApproval: false, isHardBlocked: true }],
    ['/dev/sda', { needsApproval: false, isHardBlocked: true }],
  ])('checkWritePath(%j)', (path, want) => expect(checkWritePath(path)).toMatchObject(want))
})

describe('riskClass', () => {
  test.each([
    ['bash', 'high'],
    ['write_file', 'high'],
    ['sandbox', 'high'],
    ['edit_file', 'medium'],
    ['delete_file', 'medium'],
    ['search', 'low'],
    ['glob', 'low'],
    ['grep', 'low'],
    ['todo', 'low'],
    ['frobnicate', 'unclassified'],
    ['mcp__evil__grep', 'unclassified'],
    ['secrets', 'unclassified'],
  ])('%s is %s', (tool, want) => expect(riskClass(guide, tool)).toBe(want))

  test('an untrusted file puts no tool into a class', async () => {
    const policies = await withPolicy('rules: [{ id: low, when: { tool: frobnicate }, then: ask }]', guide)
    const untrusted = { ...policies, files: policies.files.map(file => ({ ...file, trusted: false })) }
    expect([policies, untrusted].map(one => riskClass(one, 'frobnicate'))).toEqual(['low', 'unclassified'])
  })

  test('the first class that lists a tool is its class', async () => {
    const source =
      'rules: [{ id: low-too, when: { tool: bash }, then: allow }, { id: blocked, when: { tool: edit_file }, then: deny }]'
    const policies = await withPolicy(source, guide)
    expect(['bash', 'edit_file'].map(tool => riskClass(policies, tool))).toEqual(['high', 'blocked'])
  })
})

describe('isCareful (R89)', () => {
  test.each([
    ['the runtime mode', { mode: 'careful' }, true],
    ['the configuration', { carefulMode: true }, true],
    ['the configuration as a map', { carefulMode: { enabled: true } }, true],
    ['a map that says no', { carefulMode: { enabled: false } }, false],
    ['the environment', { env: { LETSGO_CAREFUL_MODE: 'true' } }, true],
    ['the environment, as a number', { env: { LETSGO_CAREFUL_MODE: '1' } }, true],
    ['the environment, in capitals', { env: { LETSGO_CAREFUL_MODE: 'TRUE' } }, true],
    ['the environment turns it off', { env: { LETSGO_CAREFUL_MODE: '0' } }, false],
    ['another word in the environment', { env: { LETSGO_CAREFUL_MODE: 'no' } }, false],
    ['nothing', {}, false],
  ])('%s', (_how, signals, want) => expect(isCareful(signals)).toBe(want))
})

describe('isAutomation (R93)', () => {
  test.each([
    ['a session that says so', { nonInteractive: true }, true],
    ['no terminal', { tty: false }, true],
    ['a variable of a build server', { env: { CI: 'true' } }, true],
    ['another one', { env: { GITHUB_ACTIONS: 'true' } }, true],
    ['a variable that says no', { env: { CI: 'false' } }, false],
    ['the mode', { mode: 'automation' }, true],
    ['a terminal and nothing else', { tty: true, env: {} }, false],
    ['no word about a terminal', {}, false],
  ])('%s', (_how, signals, want) => expect(isAutomation(signals)).toBe(want))
})

describe('tool tiers', () => {
  test.each([
    ['read_file', 'read'],
    ['write_file', 'write'],
    ['bash', 'execute'],
    ['frobnicate', 'execute'],
  ])('%s is of tier %s', (tool, tier) => expect(documents.getToolTier(tool)).toBe(tier))
  test('a mode asks before calls of a tier', () => {
    expect(documents.requiresApproval('write', 'ask_for_writes')).toBe(true)
    expect(documents.requiresApproval('write', 'ask_for_dangerous')).toBe(false)
    expect(documents.requiresApproval('destructive', 'auto')).toBe(false)
  })
})
