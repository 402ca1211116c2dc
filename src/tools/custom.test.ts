import { describe, expect, test } from 'vitest'
import { effectText } from '../core/effect-text.ts'
import type { JsonObject } from '../core/json.ts'
import type { Category, Descriptor } from './descriptor.ts'
import {
  ApplyPatch,
  ExecCommand,
  FileWrite,
  Passthrough,
  Shell,
  ShellCommand,
  ShellExec,
  SkillExec,
  WriteStdin,
} from './descriptors.ts'
import { codeOf, described, ownWorld, world } from './world.fixture.ts'

const make = (change: Partial<Descriptor> = {}): Descriptor => ({
  category: 'shell_exec',
  extractRisk: () => ({ argv: ['rm', '-rf', '/'], riskLevel: 'medium', reason: 'custom' }),
  sanitiseForApproval: args => args,
  sanitiseForEvent: () => ({}),
  ...change,
})

const foreign = (value: unknown): never => value as never
const throws = (): never => {
  throw new Error('hunter2')
}

const effects: readonly (readonly [category: Category, input: JsonObject, effects: readonly string[]])[] = [
  ['shell_exec', {}, ['run rm -rf /', 'delete /']],
  ['file_read', { path: 'a' }, ['read /w/a']],
  ['file_write', { path: 'a' }, ['write /w/a']],
  ['file_write', { other: 'a' }, ['opaque files of tool `mine`']],
  ['network', { url: 'https://a.com' }, ['connect a.com']],
  ['network', {}, ['opaque connections of tool `mine`']],
  ['agent', {}, ['spawn mine']],
  ['stdin', {}, ['opaque input to a running program']],
  ['custom', {}, ['opaque tool `mine`, whose descriptor does not list its effects']],
  ['none', {}, ['opaque tool `mine`, whose descriptor does not list its effects']],
]

describe('a tool with its own descriptor is judged by the category (R181)', () => {
  test.each(effects)('%s with %j', (category, input, wanted) => {
    const description = described('mine', input, { getDescriptor: () => make({ category }) })
    expect(description.category).toBe(category)
    expect(description.effects.map(effectText)).toEqual(wanted)
  })
})

test.each([
  ['shell', 'shell_exec'],
  ['file', 'file_write'],
])('the category %s is another spelling of %s (C22)', (spelling, category) => {
  const description = described('mine', { path: 'a' }, { getDescriptor: () => make({ category: foreign(spelling) }) })
  expect(description.category).toBe(category)
})

const broken: readonly (readonly [why: string, change: Partial<Descriptor>, code: string])[] = [
  ['an unknown category', { category: foreign('shel') }, 'config_error'],
  ['no category', { category: foreign(undefined) }, 'config_error'],
  ['a risk that throws', { extractRisk: throws }, 'internal'],
  ['a request that throws', { sanitiseForApproval: throws }, 'internal'],
  ['an event that throws', { sanitiseForEvent: throws }, 'internal'],
  ['a risk that is nothing', { extractRisk: () => foreign(null) }, 'internal'],
  ['a risk without a level', { extractRisk: () => foreign({ argv: [], reason: 'x' }) }, 'internal'],
  [
    'a risk of an unknown level',
    { extractRisk: () => foreign({ argv: [], riskLevel: 'huge', reason: 'x' }) },
    'internal',
  ],
  ['argv that is a text', { extractRisk: () => foreign({ argv: 'ls', riskLevel: 'low', reason: 'x' }) }, 'internal'],
  ['argv with a number', { extractRisk: () => foreign({ argv: [1], riskLevel: 'low', reason: 'x' }) }, 'internal'],
  ['a request that is a list', { sanitiseForApproval: () => foreign([]) }, 'internal'],
  ['an event that is a text', { sanitiseForEvent: () => foreign('x') }, 'internal'],
  ['a request with a function', { sanitiseForApproval: () => foreign({ a: () => 1 }) }, 'internal'],
  ['a NUL byte in argv', { extractRisk: () => ({ argv: ['l\0s'], riskLevel: 'low', reason: 'x' }) }, 'nul_byte'],
]

describe('a broken descriptor is a fault, never an exception', () => {
  test.each(broken)('%s', (_why, change, code) =>
    expect(codeOf(world, 'mine', {}, { getDescriptor: () => make(change) })).toBe(code),
  )
})

test('a lookup that throws is a fault', () =>
  expect(codeOf(world, 'mine', {}, { getDescriptor: throws })).toBe('internal'))

test('secrets that a descriptor leaves in are still redacted', () => {
  const { request, secrets } = described('mine', { password: 'correct horse' }, { getDescriptor: () => make() })
  expect(request).toEqual({ password: '[redacted:field]' })
  expect(secrets).toContain('correct horse')
})

test('the directory and the environment of a custom command count', () => {
  const options = {
    getDescriptor: () => make({ extractRisk: () => ({ argv: ['rm', 'x'], riskLevel: 'low', reason: '' }) }),
  }
  const description = described('mine', { cwd: '/etc', env: { A: 'v' } }, options)
  expect(description.effects.map(effectText)).toEqual(['run rm x', 'delete /etc/x'])
  expect(description.secrets).toContain('A=v')
})

test('a built-in name keeps its description unless it is overridden (R197)', () => {
  const getDescriptor = () => make({ category: 'none' })
  expect(described('Bash', { command: 'ls' }, { getDescriptor }).category).toBe('shell_exec')
  expect(described('Bash', { other: 1 }, { getDescriptor, overridden: new Set(['Bash']) }).category).toBe('none')
})

const shipped: readonly (readonly [
  name: string,
  descriptor: Descriptor,
  category: Category,
  args: JsonObject,
  request: JsonObject,
])[] = [
  ['ShellExec', ShellExec, 'shell_exec', { argv: ['ls'] }, { argv: ['ls'] }],
  ['Shell', Shell, 'shell_exec', { command: ['ls'] }, { argv: ['ls'] }],
  ['ShellCommand', ShellCommand, 'shell_exec', { command: 'ls' }, { command: 'ls' }],
  ['ExecCommand', ExecCommand, 'shell_exec', { cmd: 'ls' }, { cmd: 'ls' }],
  ['FileWrite', FileWrite, 'file_write', { path: 'a', content: '' }, { path: '/w/a', bytes: 0 }],
  ['ApplyPatch', ApplyPatch, 'file_write', { input: '*** Add File: a' }, { file_paths: ['/w/a'] }],
  ['SkillExec', SkillExec, 'shell_exec', { skill_mention: 's', action_id: 'a' }, { action_id: 'a' }],
  ['WriteStdin', WriteStdin, 'stdin', { session_id: 1, chars: '' }, { is_poll: true }],
  ['Passthrough', Passthrough, 'custom', { a: 1 }, { a: 1 }],
]

describe('the descriptors that ship (R179)', () => {
  test.each(shipped)('%s', (_name, descriptor, category, args, request) => {
    expect(descriptor.category).toBe(category)
    expect(descriptor.sanitiseForApproval(args, world)).toMatchObject(request)
    expect(descriptor.sanitiseForEvent(args, world)).toMatchObject(request)
    expect(['low', 'medium', 'high', 'critical']).toContain(descriptor.extractRisk(args, world).riskLevel)
  })
  test('bad input has a high risk and shows nothing', () => {
    expect(ShellExec.extractRisk({ argv: 'hunter2' }, world).riskLevel).toBe('high')
    expect(JSON.stringify(ShellExec.sanitiseForApproval({ argv: 'hunter2' }, world))).not.toContain('hunter2')
  })
})

test('a tool without a descriptor is passed through (R180, R47)', () => {
  const description = described('mine', { a: 1, command: 'ls' }, {}, ownWorld)
  expect(description).toMatchObject({
    category: 'custom',
    tier: 'execute',
    request: { a: 1, command: 'ls' },
    escalated: false,
  })
  expect(description.effects.map(effectText)).toEqual(['opaque tool `mine` without a descriptor'])
})

test("a policy's own tiers win (R48)", () => {
  const tiers = new Map([
    ['mine', 'read'],
    ['read_file', 'execute'],
  ] as const)
  expect(described('mine', {}, { tiers }).tier).toBe('read')
  expect(described('mine', {}, { tiers }).effects[0]?.tier).toBe('read')
  expect(described('read_file', { path: 'a' }, { tiers }).tier).toBe('execute')
})
