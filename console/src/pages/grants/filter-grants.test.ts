import { expect, test } from 'vitest'
import type { GrantRow } from '../../../../src/server/tuning/shapes.ts'
import { filterGrants } from './filter-grants.ts'

const grant = (id: string, more: Partial<GrantRow>): GrantRow => ({
  id,
  text: '',
  also: '',
  does: 'run',
  scope: 'always',
  session: null,
  workspace: ['/w/shop'],
  agents: [],
  by: 'dev',
  at: 0,
  until: 1,
  uses: 0,
  lastUse: null,
  lastCall: null,
  ...more,
})
const grants = [
  grant('push', { text: 'git push origin *', uses: 3 }),
  grant('read', { text: 'read below docs/', scope: 'session' }),
]

test.each([
  ['no filter', {}, ['push', 'read']],
  ['words in any order', { text: 'shop PUSH' }, ['push']],
  ['a scope', { scope: 'session' }, ['read']],
  ['used ones', { use: 'used' }, ['push']],
  ['unused ones', { use: 'unused' }, ['read']],
  ['nothing', { text: 'docker' }, []],
])('%s', (_, filter, want) => {
  expect(filterGrants(grants, filter).map(({ id }) => id)).toEqual(want)
})
