import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { PolicyMemory } from '../../src/gate/ports.ts'
import { policyMemory } from '../../src/io/stores/policy-memory.ts'
import type { Policies } from '../../src/policy/policies.ts'
import { allowanceOf, widenedBy } from '../../src/policy/widening.ts'
import { bash, openGate, withPolicy, withPreset } from './open-gate.ts'

const directory = mkdtempSync(join(tmpdir(), 'sallyport-policies-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
let memories = 0
const newDirectory = () => join(directory, String(++memories))

const before = await withPolicy('rules: [{ id: a, when: { run: make }, then: allow }]')
const after = await withPolicy(
  'rules: [{ id: a, when: { run: make }, then: allow }, { id: b, when: { run: xmake }, then: allow }]',
)

/** The records of a process that starts with these policies and checks two calls. */
async function startWith(policies: Policies, memory: PolicyMemory) {
  const { gate, journal } = openGate({ policies, policyMemory: memory })
  await gate.check(bash('ls'))
  await gate.check(bash('ls'))
  return journal.events().flatMap(event => (event.type === 'policy_loaded' ? [event] : []))
}

describe('R221: between two processes, a policy that differs from the last one is recorded with what it widens', () => {
  test('the first start records everything that the policies allow', async () => {
    const [event, ...more] = await startWith(before, policyMemory(newDirectory()))
    expect(event).toMatchObject({ digest: before.digest, previous: null })
    expect(event?.widened).toContain('user.yaml: a')
    expect(more).toEqual([])
  })

  test('the same policies are not recorded again', async () => {
    const place = newDirectory()
    await startWith(before, policyMemory(place))
    expect(await startWith(before, policyMemory(place))).toEqual([])
  })

  test('changed policies are recorded, with both digests and what is new', async () => {
    const place = newDirectory()
    await startWith(before, policyMemory(place))
    expect(await startWith(after, policyMemory(place))).toMatchObject([
      { digest: after.digest, previous: before.digest, widened: ['user.yaml: b'] },
    ])
  })

  test('a reload is remembered too', async () => {
    const place = newDirectory()
    const { gate } = openGate({ policies: before, policyMemory: policyMemory(place) })
    await gate.reload(after)
    expect(await startWith(after, policyMemory(place))).toEqual([])
  })

  test('it is recorded before the first call under it', async () => {
    const { gate, types } = openGate({ policies: before, policyMemory: policyMemory(newDirectory()) })
    await Promise.all([gate.check(bash('ls')), gate.check(bash('ls'))])
    expect(types()[0]).toBe('policy_loaded')
    expect(types().filter(type => type === 'policy_loaded')).toHaveLength(1)
  })

  test('until it can be recorded, nothing above a read runs', async () => {
    const { gate, journal, types } = openGate({ policies: before, policyMemory: policyMemory(newDirectory()) })
    journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
    expect(await gate.check(bash('make'))).toMatchObject({ decision: 'deny', code: 'audit_unavailable' })
    journal.failWith(null)
    expect((await gate.check(bash('make'))).decision).toBe('allow')
    expect(types()[0]).toBe('policy_loaded')
  })

  test('each project has its own memory, and the file is private', () => {
    const place = newDirectory()
    const memory = policyMemory(place)
    memory.remember(['/a'], allowanceOf(before))
    expect(memory.recall(['/b'])).toBeNull()
    expect(memory.recall(['/a'])).toEqual(allowanceOf(before))
    const [file = ''] = readdirSync(place)
    expect(statSync(join(place, file)).mode & 0o777).toBe(0o600)
  })

  test('a damaged memory counts as empty', () => {
    const place = newDirectory()
    const memory = policyMemory(place)
    memory.remember(['/a'], allowanceOf(before))
    const [file = ''] = readdirSync(place)
    writeFileSync(join(place, file), '{"digest": 1}')
    expect(memory.recall(['/a'])).toBeNull()
  })
})

const widening: readonly (readonly [what: string, from: string, to: string, want: readonly string[]])[] = [
  ['nothing', 'mode: ask', 'mode: ask', []],
  ['a stricter mode', 'mode: ask_for_dangerous', 'mode: ask', []],
  [
    'a laxer mode',
    'mode: ask_for_dangerous',
    'mode: auto',
    ['mode `auto`: everything that no rule matches runs without a prompt'],
  ],
  ['one more deny', 'mode: ask', 'mode: ask\nrules: [{ when: { run: x }, then: deny }]', []],
  [
    'one deny less',
    'rules: [{ id: no-x, when: { run: x }, then: deny }]',
    'sensitive: [a]',
    ['no longer denies: user.yaml: no-x'],
  ],
  [
    'a deny that asks now',
    'rules: [{ id: x, when: { run: x }, then: deny }]',
    'rules: [{ id: x, when: { run: x }, then: ask }]',
    ['no longer denies: user.yaml: x'],
  ],
  [
    'an ask that denies now',
    'rules: [{ id: x, when: { run: x }, then: ask }]',
    'rules: [{ id: x, when: { run: x }, then: deny }]',
    [],
  ],
  ['rules switched off', 'careful: false', 'enabled: false', ['user.yaml: enabled: false']],
  ['more ground', 'workspace: [a]', 'workspace: [a, /srv/b]', ['user.yaml: workspace: /srv/b']],
  [
    'a boundary that opens',
    'boundary: ask',
    'boundary: { read: allow, write: allow }',
    ['user.yaml: boundary.write: allow'],
  ],
  [
    'silence that means yes',
    'approvals: { timeout: 5s }',
    'approvals: { timeout: 5s, on_timeout: allow }',
    ['user.yaml: approvals.on_timeout: allow'],
  ],
  [
    'a fence that is only recorded',
    'fence: { mode: enforce, profile: strict }',
    'fence: { mode: audit, profile: strict }',
    ['fence: audit'],
  ],
  ['a fence that is off', 'careful: false', 'fence: { mode: off, profile: strict }', ['fence: off']],
  ['a fence that was enforced and is off', 'fence: { mode: enforce }', 'fence: { mode: off }', ['fence: off']],
  [
    'a fence that is left to the machine',
    'fence: { mode: enforce, profile: strict }',
    'fence: { mode: auto, profile: strict }',
    ['fence: auto'],
  ],
  ['a fence that the machine no longer decides about', 'fence: { mode: auto }', 'fence: { mode: enforce }', []],
  ['a fence in place of none', 'fence: { mode: off }', 'fence: { mode: enforce, profile: minimal, write: ~/out }', []],
  [
    'a lighter fence that the machine decides about',
    'fence: { mode: auto, profile: strict }',
    'fence: { mode: auto, profile: minimal }',
    ['fence: profile minimal'],
  ],
  [
    'a tighter mode with a lighter fence',
    'fence: { mode: auto, profile: strict }',
    'fence: { mode: enforce, profile: minimal }',
    ['fence: profile minimal'],
  ],
  ['one more hidden path', 'fence: { hide: ~/a }', 'fence: { hide: [~/a, ~/b] }', []],
  [
    'one hidden path less',
    'fence: { hide: [~/a, ~/b] }',
    'fence: { hide: ~/b }',
    ['no longer denies: fence.hide: ~/a'],
  ],
  ['no hidden path, because no fence', 'fence: { hide: ~/a }', 'fence: { mode: off, hide: ~/a }', ['fence: off']],
  [
    'files that become writable',
    'fence: { read_only: true }',
    'fence: { read_only: false }',
    ['no longer denies: fence.read_only'],
  ],
  [
    'a lighter fence',
    'fence: { mode: enforce, profile: strict }',
    'fence: { mode: enforce, profile: balanced }',
    ['fence: profile balanced'],
  ],
  ['a path that the fence opens', 'careful: false', 'fence: { write: ~/out }', ['fence.write: ~/out']],
  ['a tighter fence', 'fence: { profile: minimal }', 'fence: { profile: strict }', []],
  [
    'a mode that only watches',
    'careful: false',
    'mode: watch',
    ["mode `watch` enforces only the floor and the organisation's policy"],
  ],
]

describe('changes that widen a policy', () => {
  test.each(widening)('%s', async (_what, from, to, want) => {
    expect(widenedBy(allowanceOf(await withPolicy(from)), allowanceOf(await withPolicy(to)))).toEqual(want)
  })

  test('trust: the allow rules of a file that was untrusted count as new', () => {
    const untrusted = { ...before, files: before.files.map(file => ({ ...file, trusted: false })) }
    expect(widenedBy(allowanceOf(untrusted), allowanceOf(before))).toEqual(['user.yaml: a'])
  })

  test('another preset', async () => {
    const [cautious, autonomous] = [await withPreset('cautious'), await withPreset('autonomous')]
    expect(widenedBy(allowanceOf(cautious), allowanceOf(autonomous)).length).toBeGreaterThan(0)
  })
})
