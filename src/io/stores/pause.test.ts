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
  ['the floor still denies', 'rm -rf /', 'deny', null],
  ["the organisation's deny still denies", 'forbidden', 'deny', null],
  ["the organisation's ask still asks", 'careful', 'ask', null],
  ["the user's own deny is only recorded", 'unwanted', 'allow', 'deny'],
  ["a preset's ask is only recorded", 'git push', 'allow', 'ask'],
  ['an allowed call stays allowed', 'ls', 'allow', null],
])('during a pause %s', (_what, command, decision, watched) => {
  const { gate } = openGate({ policies: underPause(policies, pause) })
  expect(gate.judge(bash(command))).toMatchObject({ decision, watched })
})

test('without a pause the policies stay the same', () => expect(underPause(policies, null)).toBe(policies))
