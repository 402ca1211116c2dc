import { expect, test } from 'vitest'
import { combinePolicies, type Policies, type PolicyFile } from '../policies.ts'
import { readPolicy } from '../read/read.ts'
import { allowanceOf, widenedBy } from '../widening.ts'
import { compilePolicy, noRegex } from './compile.ts'

function compiled(text: string, file: string) {
  const read = readPolicy(`version: 1\n${text}`, file)
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  const policy = compilePolicy(read.value, noRegex)
  if (!policy.ok) throw new Error(JSON.stringify(policy.faults))
  return policy.value
}

const file = (layer: PolicyFile['layer'], text: string, more: Partial<PolicyFile> = {}): PolicyFile => ({
  layer,
  trusted: true,
  policy: compiled(text, `${layer}.yaml`),
  ...more,
})

const combined = (...files: readonly PolicyFile[]): Policies =>
  combinePolicies({ files, base: compiled('', 'base.yaml'), mode: null, digest: '' })

const acme = 'programs: { acme: { tier: read } }'

test('policies without tables have no lookup', () => {
  expect(combined(file('user', 'mode: ask')).tables).toBeNull()
})

test('higher layers come first, and each table keeps its place', () => {
  const both = 'programs: { "acme ~/bin/acme": { tier: write } }'
  const { tables } = combined(file('organisation', both), file('project', acme))
  expect(tables?.get('acme')?.map(({ name, from }) => [name, from.layer, from.file, from.line])).toEqual([
    ['~/bin/acme', 'organisation', 'organisation.yaml', 2],
    ['acme', 'organisation', 'organisation.yaml', 2],
    ['acme', 'project', 'project.yaml', 2],
  ])
})

test('tables of an untrusted file are ignored; tables of a formerly trusted file do not vouch', () => {
  expect(combined(file('project', acme, { trusted: false })).tables).toBeNull()
  const before = combined(file('project', acme, { trusted: false, wasTrusted: true })).tables
  expect(before?.get('acme')?.map(({ vouches }) => vouches)).toEqual([false])
})

test('a new table counts as widening', () => {
  const none = allowanceOf(combined())
  const some = allowanceOf(combined(file('user', acme)))
  const other = allowanceOf(combined(file('user', acme.replace('read', 'write'))))
  expect(widenedBy(none, some)).toEqual(['user.yaml: program acme'])
  expect(widenedBy(some, other)).toEqual(['user.yaml: program acme'])
  expect([widenedBy(some, some), widenedBy(some, none)]).toEqual([[], []])
})
