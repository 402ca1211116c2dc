import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '../../src/core/call.ts'
import { isStricter } from '../../src/core/decision.ts'
import { noFacts } from '../../src/core/facts.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { judge } from '../../src/gate/judge.ts'
import { importPolicy } from '../../src/policy/dialects/import.ts'
import { combinePolicies, type Policies, type PolicyFile } from '../../src/policy/policies.ts'
import { type CompiledPolicy, compilePolicy } from '../../src/policy/rules/compile.ts'
import { loadRegex } from '../../src/policy/rules/regex.ts'
import { blocks, documentOf } from './blocks.ts'
import { randomCall } from './random-call.ts'

const calls = 10_000
const regex = await loadRegex()

function compiled(text: string, file = 'config.yaml'): CompiledPolicy {
  const policy = compilePolicy(documentOf(text, file), regex)
  if (!policy.ok) throw new Error(JSON.stringify(policy.faults))
  return policy.value
}

const preset = (name: string): CompiledPolicy =>
  compiled(readFileSync(resolve(import.meta.dirname, '..', '..', 'presets', `${name}.yaml`), 'utf8'))

function policiesOf(policy: CompiledPolicy): Policies {
  const base = preset(policy.document.extends ?? 'balanced')
  return combinePolicies({ files: [{ layer: 'user', trusted: true, policy }], base, mode: null, digest: '' })
}

const decide = (call: Call, policies: Policies): Verdict =>
  judge(call, { policies, facts: noFacts, runKey: new Uint8Array(32), tools: {} }).verdict

function translated(text: string): string {
  const imported = importPolicy([{ file: 'config.yaml', text }])
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults))
  return imported.value.text
}

test(`for ${calls.toLocaleString('en')} random calls a file and its translation decide the same`, () => {
  const pairs = blocks.map(({ file, text }) => ({
    file,
    itself: policiesOf(compiled(text)),
    translation: policiesOf(compiled(translated(text))),
  }))
  const seen = { allow: 0, ask: 0, deny: 0 }
  for (let seed = 1; seed <= calls; seed += 1) {
    const call = randomCall(seed)
    const pair = pairs[seed % pairs.length]
    if (pair === undefined) throw new Error('there are no blocks')
    const [one, other] = [decide(call, pair.itself), decide(call, pair.translation)]
    const rules = (verdict: Verdict) =>
      verdict.reasons.map(reason => [reason.decision, reason.rule?.id ?? reason.layer])
    expect(rules(other), `${pair.file} ${JSON.stringify(call)}`).toEqual(rules(one))
    expect(other.decision).toBe(one.decision)
    seen[one.decision] += 1
  }
  // If the calls matched no rule, any two files would agree.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(calls / 20)
})

test(`for ${calls.toLocaleString('en')} random calls an untrusted file never loosens`, () => {
  const untrusted = blocks.map(({ text }): PolicyFile => ({ layer: 'project', trusted: false, policy: compiled(text) }))
  const bases = ['balanced', 'cautious', 'autonomous'].map(preset)
  let tightened = 0
  for (let seed = 1; seed <= calls; seed += 1) {
    const call = randomCall(seed)
    const file = untrusted[seed % untrusted.length]
    const base = bases[seed % bases.length]
    if (file === undefined || base === undefined) throw new Error('there are no blocks')
    const without = decide(call, combinePolicies({ files: [], base, mode: null, digest: '' })).decision
    const given = decide(call, combinePolicies({ files: [file], base, mode: null, digest: '' })).decision
    expect(isStricter(without, given), `${file.policy.document.file} ${JSON.stringify(call)}`).toBe(false)
    if (given !== without) tightened += 1
  }
  expect(tightened).toBeGreaterThan(calls / 50)
})
