import { describe, expect, test } from 'vitest'
import { balanced, withFiles, withPolicy, withPreset } from '../../test/requirements/open-gate.ts'
import type { Place } from '../core/call.ts'
import { type Connect, type Effect, local, type Opaque, type Run, type Touch } from '../core/effect.ts'
import { canonicalJson } from '../core/json.ts'
import type { Verdict } from '../core/verdict.ts'
import { judge, placeUnder } from '../gate/judge.ts'
import { takeCall } from '../gate/take-call.ts'
import type { Policies } from '../policy/policies.ts'
import { madeUpPlace, memoryFacts } from '../testing.ts'
import { type AnswerBasis, answerBinding } from './answer-binding.ts'
import { askingReasons } from './asking-reasons.ts'
import { effectIdentity } from './effect-identity.ts'

type Input = Readonly<Record<string, unknown>>

/** Everything that an answer to this call depends on. */
function basisOf(input: Input, policies: Policies, changes: Partial<Place> = {}, tool = 'Bash'): AnswerBasis {
  const call = takeCall({ tool, input }, { ...madeUpPlace, ...changes })
  if (!call.ok) throw new Error(call.faults[0].message)
  const facts = memoryFacts({})
  const {
    verdict,
    description,
    facts: told,
  } = judge(call.value, {
    policies,
    facts,
    runKey: new Uint8Array(32),
    tools: {},
  })
  if (verdict.decision !== 'ask') throw new Error(`${JSON.stringify(input)}: ${verdict.decision}`)
  const place = placeUnder(policies, call.value.place)
  return { verdict, told, facts, policies, place, escalated: description?.escalated ?? false }
}

const bound = (basis: AnswerBasis): string => {
  const binding = answerBinding(basis, [])
  if (binding === null) throw new Error('not bound')
  return `${binding} ${canonicalJson(askingReasons(basis))}`
}

const push = { command: 'git push origin main' }
const pushes = (rule: string): string => `rules: [{ ${rule} }]`
const asksPush = 'id: p, when: { run: git push }, then: ask'

const reworded = (verdict: Verdict): Verdict => ({
  ...verdict,
  effects: verdict.effects.map(effect =>
    effect.kind === 'opaque' ? { ...effect, why: effect.why.replace(/[a-z]+ /g, 'other ') } : effect,
  ),
  reasons: verdict.reasons.map(reason => ({ ...reason, because: 'another sentence' })),
})

describe('an answer holds however the question is worded', () => {
  test.each([
    ['a mode asks', { command: 'git push origin main' }],
    ['a preset rule asks about a sensitive file', { command: 'cat .env' }],
    ['the boundary asks about a path outside the workspace', { command: 'touch /home/dev/other/x' }],
    ['code is opaque', { command: 'eval "$x"' }],
    ['the program is unknown', { command: 'frobnicate --now' }],
    ['the call asks for more rights', { command: 'ls', with_escalated_permissions: true }],
    ['the floor asks inside a container', { command: 'docker exec box rm -rf /' }],
  ])('%s', (_note, input) => {
    const basis = basisOf(input, balanced)
    expect(bound({ ...basis, verdict: reworded(basis.verdict) })).toBe(bound(basis))
  })

  test('the policy gives another `because`, or the rule moves to another line', async () => {
    const before = await withPolicy(pushes(`${asksPush}, because: others may have it`))
    const after = await withPolicy(`# a comment\n\nrules:\n  - { ${asksPush}, because: it is published }`)
    expect(bound(basisOf(push, after))).toBe(bound(basisOf(push, before)))
  })
})

describe('an answer does not hold when something else asks', () => {
  const user = (source: string) => withFiles([{ layer: 'user', trusted: true, source }])
  const outside = { command: 'touch /home/dev/other/x' }
  const file = { command: 'touch a.txt' }
  test.each<readonly [string, Input, () => Promise<Policies>, () => Promise<Policies>]>([
    ['another rule', push, () => user(pushes(asksPush)), () => user(pushes(asksPush.replace('id: p', 'id: q')))],
    [
      'a rule of the same name in another layer and file',
      push,
      () => user(pushes(asksPush)),
      () => withFiles([{ layer: 'project', trusted: true, source: pushes(asksPush) }]),
    ],
    [
      'a rule of the same name with other conditions',
      push,
      () => user(pushes(asksPush)),
      () => user(pushes('id: p, when: { run: "git *" }, then: ask')),
    ],
    [
      'the same rule in a file that is no longer trusted',
      push,
      () => withFiles([{ layer: 'project', trusted: true, source: pushes(asksPush) }]),
      () => withFiles([{ layer: 'project', trusted: false, source: pushes(asksPush) }]),
    ],
    ['the preset alone, where a rule asked too', push, () => user(pushes(asksPush)), async () => balanced],
    [
      'another mode',
      { command: 'git push' },
      () => withPreset('bare', 'ask_for_writes'),
      () => withPreset('bare', 'ask'),
    ],
    [
      'the boundary of another file',
      outside,
      async () => balanced,
      () => user('boundary: { read: allow, write: ask, foreign: ask }'),
    ],
    [
      'the `sensitive` list of another file',
      { command: 'cat notes.txt' },
      () => user('sensitive: [notes.txt]'),
      () => withFiles([{ layer: 'project', trusted: true, source: 'sensitive: [notes.txt]' }]),
    ],
  ])('%s', async (_note, input, before, after) => {
    expect(bound(basisOf(input, await after()))).not.toBe(bound(basisOf(input, await before())))
  })

  test('careful mode, where the mode asked before', async () => {
    const [asks, allows] = [await withPreset('bare', 'ask'), await withPreset('bare', 'auto')]
    expect(bound(basisOf(file, allows, { careful: true }))).not.toBe(bound(basisOf(file, asks)))
  })

  test('escalated rights, where the mode asked before', () => {
    const basis = basisOf({ command: 'git push' }, balanced)
    expect(bound({ ...basis, escalated: true })).not.toBe(bound(basis))
  })
})

const origin = { tier: 'write', span: { start: 0, end: 9 }, chain: [], where: local, by: null } as const
const write: Touch = {
  ...origin,
  kind: 'write',
  path: '/home/dev/project/a',
  how: '>',
  recursive: false,
  zone: 'workspace',
  sensitive: null,
}
const run: Run = { ...origin, kind: 'run', program: 'make', args: ['all'], env: [], cwd: '/w', code: 'known' }
const connect: Connect = { ...origin, kind: 'connect', host: 'example.com', port: 443, sends: true }
const opaque: Opaque = { ...origin, kind: 'opaque', why: 'code that is only known at run time: `$x`' }
const container = { at: 'container', name: 'box', mounts: false } as const

describe('the identity of an effect', () => {
  const identity = (effect: Effect): string => effectIdentity(effect, [run])

  test.each<readonly [string, Effect, Effect]>([
    ['why code is opaque', opaque, { ...opaque, why: 'Sallyport cannot read `$x`' }],
    ['why a path is sensitive', { ...write, sensitive: 'a key' }, { ...write, sensitive: 'it holds secrets' }],
    ['what is sent by default', { ...connect, byDefault: 'its input' }, { ...connect, byDefault: 'standard input' }],
    ['the chain of wrappers', run, { ...run, chain: ['find -exec'] }],
  ])('does not depend on the words for %s', (_note, one, other) => expect(identity(other)).toBe(identity(one)))

  test.each<readonly [string, Effect, Effect]>([
    ['the kind', write, { ...write, kind: 'delete' }],
    ['the tier', write, { ...write, tier: 'destructive' }],
    ['the path', write, { ...write, path: '/home/dev/project/b' }],
    ['the zone', write, { ...write, zone: 'outside' }],
    ['whether it is sensitive', write, { ...write, sensitive: 'a key' }],
    ['whether it is recursive', write, { ...write, recursive: true }],
    ['the machine', write, { ...write, where: { at: 'host', name: 'box' } }],
    [
      'whether a container reaches the host',
      { ...write, where: container },
      { ...write, where: { ...container, mounts: true } },
    ],
    ['the place in the command', write, { ...write, span: { start: 1, end: 9 } }],
    ['the program', run, { ...run, program: './make' }],
    ['the arguments', run, { ...run, args: ['clean'] }],
    ['whether the program is known', run, { ...run, code: 'unknown' }],
    [
      'the policy that describes the program',
      run,
      { ...run, table: { layer: 'user', file: 'p', line: 1, vouches: true } },
    ],
    ['the host', connect, { ...connect, host: 'example.org' }],
    ['the port', connect, { ...connect, port: 80 }],
    ['whether it sends', connect, { ...connect, sends: false }],
    ['whether it sends by default', connect, { ...connect, byDefault: 'standard input' }],
    ['the code that is opaque', opaque, { ...opaque, why: 'code that is only known at run time: `$y`' }],
    ['the program that runs opaque code', opaque, { ...opaque, by: 0 }],
    ['the system that changes', change('git', 'history'), change('database', 'history')],
    ['the action', change('git', 'history'), change('git', 'overwrite-remote')],
    ['the target', change('git', 'history'), { ...change('git', 'history'), target: 'main' }],
    ['the agent', spawn('reviewer', 1), spawn('writer', 1)],
    ['the depth of agents', spawn('reviewer', 1), spawn('reviewer', 2)],
  ])('depends on %s', (_note, one, other) => expect(identity(other)).not.toBe(identity(one)))
})

function change(system: string, action: string): Extract<Effect, { kind: 'change' }> {
  return { ...origin, kind: 'change', system, action, target: null }
}

function spawn(agent: string, depth: number): Effect {
  return { ...origin, kind: 'spawn', agent, depth }
}
