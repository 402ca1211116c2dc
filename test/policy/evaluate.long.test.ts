import { describe, expect, test } from 'vitest'
import { type Decision, isStricter } from '../../src/core/decision.ts'
import { ok } from '../../src/core/fault.ts'
import { combinePolicies, type PolicyFile } from '../../src/policy/policies.ts'
import { type CompiledPolicy, compilePolicy } from '../../src/policy/rules/compile.ts'
import { evaluate } from '../../src/policy/rules/evaluate.ts'
import { makeSubject, type Subject } from '../../src/policy/rules/subject.ts'
import type { PolicyDocument } from '../../src/policy/schema/document.ts'
import { madeUpPlace } from '../../src/testing.ts'
import { naiveEvaluate } from './naive-evaluator.ts'
import { makeRandom } from './random-policy.ts'

const pairs = 100_000
const runs = 20_000

function compiled(document: PolicyDocument): CompiledPolicy {
  const policy = compilePolicy(document, source => ok(text => new RegExp(source).test(text)))
  if (!policy.ok) throw new Error('a random policy does not compile')
  return policy.value
}

const decide = (files: readonly PolicyFile[], base: CompiledPolicy, subject: Subject): Decision =>
  evaluate(combinePolicies({ files, base, mode: null, digest: '' }), subject).decision

function world(seed: number) {
  const random = makeRandom(seed)
  const files = Array.from(
    { length: random.pick([0, 1, 2, 3]) },
    (_, i): PolicyFile => ({
      layer: random.pick(['organisation', 'user', 'project', 'session'] as const),
      policy: compiled({ ...random.document(), file: `file-${i}.yaml` }),
      trusted: random.chance(0.7),
    }),
  )
  const base = compiled(random.document())
  const place = { ...madeUpPlace, careful: random.chance(0.1), automation: random.chance(0.1) }
  const subject = makeSubject({
    call: { tool: random.tool(), input: {}, place, id: null },
    effects: random.effects(),
    risk: random.risk(),
    escalated: false,
    complex: random.chance(0.3),
    mode: combinePolicies({ files, base, mode: null, digest: '' }).chosenMode,
    text: null,
  })
  return { random, files, base, subject }
}

/** Checks a property on many random worlds and prints how many there were. */
function forAll(count: number, property: (made: ReturnType<typeof world>, seed: number) => void): void {
  let done = 0
  for (let seed = 1; seed <= count; seed += 1, done += 1) property(world(seed), seed)
  expect(done).toBe(count)
}

describe('policy evaluation', () => {
  test(`agrees with the naive evaluator on ${pairs.toLocaleString('en')} random pairs`, () => {
    const seen = { allow: 0, ask: 0, deny: 0 }
    forAll(pairs, ({ files, base, subject }, seed) => {
      const { careful, automation } = subject.call.place
      const expected = naiveEvaluate(
        files.map(file => ({ document: file.policy.document, trusted: file.trusted })),
        base.document,
        {
          tool: subject.call.tool,
          effects: subject.effects,
          risk: subject.risk,
          careful,
          automation,
          complex: subject.complex,
        },
      )
      const given = decide(files, base, subject)
      if (given !== expected) throw new Error(describeWorld(seed, given, expected, files, base, subject))
      seen[given] += 1
    })
    // If the generated calls matched no rule, any evaluator would agree.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(pairs / 20)
  })

  test('an empty policy allows nothing above `read`', () => {
    const empty = compiled({
      ...makeRandom(1).document(),
      mode: null,
      enabled: true,
      sensitive: [],
      boundary: null,
      rules: [],
      approvals: null,
    })
    forAll(runs, ({ subject }) => {
      if (subject.effects.some(effect => effect.tier !== 'read')) expect(decide([], empty, subject)).not.toBe('allow')
    })
  })

  test('appending an ask or a deny never loosens', () => {
    forAll(runs, ({ random, files, base, subject }, seed) => {
      const at = files[seed % Math.max(files.length, 1)]
      if (at === undefined) return
      const added = { ...random.rule(99), then: random.pick(['ask', 'deny'] as const) }
      const document = { ...at.policy.document, rules: [...at.policy.document.rules, added] }
      const stricter = files.map(file => (file === at ? { ...file, policy: compiled(document) } : file))
      expect(isStricter(decide(files, base, subject), decide(stricter, base, subject)), `seed ${seed}`).toBe(false)
    })
  })

  test('an erroring rule never loosens', () => {
    forAll(runs, ({ files, base, subject }, seed) => {
      const broken = files.map(file => ({ ...file, policy: breakOneRule(file.policy, seed) }))
      expect(isStricter(decide(files, base, subject), decide(broken, base, subject)), `seed ${seed}`).toBe(false)
    })
  })

  test('the order of files does not matter', () => {
    forAll(runs, ({ files, base, subject }) => {
      expect(decide([...files].reverse(), base, subject)).toBe(decide(files, base, subject))
    })
  })

  test('an untrusted file never loosens', () => {
    forAll(runs, ({ random, files, base, subject }, seed) => {
      const untrusted: PolicyFile = { layer: 'project', trusted: false, policy: compiled(random.document()) }
      expect(
        isStricter(decide(files, base, subject), decide([...files, untrusted], base, subject)),
        `seed ${seed}`,
      ).toBe(false)
    })
  })

  test('the same subject and policies always give the same decision', () => {
    forAll(runs, ({ files, base, subject }) => {
      expect(decide(files, base, subject)).toBe(decide(files, base, subject))
    })
  })
})

/** A policy whose ask and deny rules throw when they are matched. */
function breakOneRule(policy: CompiledPolicy, seed: number): CompiledPolicy {
  const position = seed % Math.max(policy.rules.length, 1)
  const failing = () => {
    throw new Error('broken')
  }
  return {
    ...policy,
    rules: policy.rules.map(rule =>
      rule.position === position && rule.rule.then !== 'allow' ? { ...rule, text: failing } : rule,
    ),
  }
}

function describeWorld(
  seed: number,
  given: Decision,
  expected: Decision,
  files: readonly PolicyFile[],
  base: CompiledPolicy,
  subject: Subject,
): string {
  const rules = (policy: CompiledPolicy) =>
    policy.document.rules.map(rule => `    ${rule.then} ${JSON.stringify(rule.when)}`).join('\n')
  const settings = ({ document: { mode, enabled, sensitive, boundary } }: CompiledPolicy) =>
    JSON.stringify({ mode, enabled, sensitive, boundary })
  return [
    `seed ${seed}: evaluated ${given}, naively ${expected}`,
    ...files.map(
      file =>
        `  ${file.layer} ${file.trusted ? 'trusted' : 'untrusted'} ${settings(file.policy)}\n${rules(file.policy)}`,
    ),
    `  base ${settings(base)}\n${rules(base)}`,
    `  ${subject.call.tool} risk ${subject.risk} ${JSON.stringify(subject.effects.map(({ kind, tier, by, ...rest }) => ({ kind, tier, by, ...rest, span: undefined, chain: undefined, where: undefined })))}`,
  ].join('\n')
}
