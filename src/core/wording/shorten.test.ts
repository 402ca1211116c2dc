import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test.each([
  ['a path in the workspace', 'delete /w/a', 'delete a'],
  ['a path in the home', 'read `/home/you/.ssh/id`', 'read `~/.ssh/id`'],
  ['several paths', '/w/a, /w/b and --out=/w/c', 'a, b and --out=c'],
  ['a longer path that contains the workspace', 'delete /srv/w/a', 'delete /srv/w/a'],
  ['a path on another machine', 'host:/w/a', 'host:/w/a'],
  ['a name that begins with the same letters', '/wide/a', '/wide/a'],
])('%s', (_what, text, want) => expect(shorten(text, { workspace: ['/w'], home: '/home/you' })).toBe(want))

test('a home that is the root directory changes nothing', () =>
  expect(shorten('change git/push in /etc/x', { workspace: [], home: '/' })).toBe('change git/push in /etc/x'))
