import { expect, test } from 'vitest'
import { combinePolicies, type Policies, type PolicyLayer } from './policies.ts'
import { readPolicy } from './read/read.ts'
import { compilePolicy, noRegex } from './rules/compile.ts'
import { allowanceOf, widenedBy } from './widening.ts'

function compiled(text: string, file: string) {
  const read = readPolicy(`version: 1\n${text}`, file)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  const policy = compilePolicy(read.value, noRegex)
  if (!policy.ok) throw new Error(JSON.stringify(policy.faults))
  return policy.value
}

const combined = (layer: PolicyLayer, text: string): Policies =>
  combinePolicies({
    files: [{ layer, trusted: true, policy: compiled(text, `${layer}.yaml`) }],
    base: compiled('', 'base.yaml'),
    mode: null,
    digest: '',
  })

const skips = "`allow: approve`: an allow skips the client's own checks in every mode"
const loses = 'no longer asks: user.yaml: allow (no-objection)'

test.each<readonly [layer: PolicyLayer, before: string, after: string, widened: readonly string[]]>([
  ['user', '', 'allow: approve', [skips]],
  ['organisation', '', 'allow: approve', [skips]],
  ['project', '', 'allow: approve', []],
  ['user', 'allow: no-objection', '', [loses]],
  ['user', 'allow: no-objection', 'allow: approve', [skips, loses]],
  ['user', '', 'allow: no-objection', []],
  ['user', 'allow: approve', 'allow: no-objection', []],
  ['user', 'allow: approve', '', []],
])("the %s's file goes from `%s` to `%s`", (layer, before, after, widened) => {
  expect(widenedBy(allowanceOf(combined(layer, before)), allowanceOf(combined(layer, after)))).toEqual(widened)
})
