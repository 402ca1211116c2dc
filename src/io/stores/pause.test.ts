import { expect, test } from 'vitest'
import { balanced, bash, openGate } from '../../../test/requirements/open-gate.ts'
import { combinePolicies, type PolicyLayer } from '../../policy/policies.ts'
import { readPolicy } from '../../policy/read/read.ts'
import { compilePolicy, noRegex } from '../../policy/rules/compile.ts'
import { underPause } from './pause.ts'

function file(layer: PolicyLayer, source: string) {
  const document = readPolicy(`version: 1\n${source}`, `${layer}.yaml`)
  const policy = document.ok ? compilePolicy(document.value, noRegex) : document
  if (!policy.ok) throw new Error(policy.faults[0].message)
  return { layer, trusted: true, policy: policy.value }
}

const files = [
  file('organisation', 'rules: [{ when: { run: forbidden }, then: deny }, { when: { run: careful }, then: ask }]'),
  file('user', 'rules: [{ when: { run: unwanted }, then: deny }]'),
]
const policies = combinePolicies({ files, base: balanced.base, mode: null, digest: '' })
const pause = { version: 1, at: 0, until: 1, by: 'me' } as const

test.each([
  ['the floor holds', 'rm -rf /', 'deny', null],
  ["a deny of the organisation's holds", 'forbidden', 'deny', null],
  ["an ask of the organisation's holds", 'careful', 'ask', null],
  ["a deny of the user's own is only watched", 'unwanted', 'allow', 'deny'],
  ['what would ask is only watched', 'git push', 'allow', 'ask'],
  ['what is allowed stays so', 'ls', 'allow', null],
])('in a pause %s', (_what, command, decision, watched) => {
  const { gate } = openGate({ policies: underPause(policies, pause) })
  expect(gate.judge(bash(command))).toMatchObject({ decision, watched })
})

test('without one nothing changes', () => expect(underPause(policies, null)).toBe(policies))
