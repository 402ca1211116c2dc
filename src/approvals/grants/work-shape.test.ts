import { describe, expect, test } from 'vitest'
import { type Asks, asked, balanced, clone, mustAsk } from '../../../test/approvals/asked.ts'
import type { Grant } from './grant.ts'
import { covers } from './grant-covers.ts'
import { type GrantOffer, grantFrom, offersFor } from './grant-offer.ts'

const at = Date.parse('2026-01-01T00:00:00Z')
const other = '/home/dev/code/other'
const files = {
  ...clone('', other),
  [`${other}/a.ts`]: 'x',
  [`${other}/package.json`]: '{"scripts":{"test":"vitest"}}',
  ...clone('', '/home/dev/code/third'),
}

type Files = Parameters<typeof mustAsk>[3]

const workOffer = (what: Asks, given: Files = files): GrantOffer | undefined =>
  offersFor(mustAsk(what, {}, balanced, given), balanced).find(({ shape }) => shape.does === 'work')

function granted(): Grant {
  const offer = workOffer(['Write', { file_path: `${other}/a.ts`, content: 'x' }])
  if (offer === undefined) throw new Error('nothing is offered')
  return grantFrom(offer, { id: 'a0000000', scope: 'session', by: 'dev', at })
}

describe('a second repository is offered as a whole, for the session', () => {
  test.each<Asks>([
    ['Write', { file_path: `${other}/a.ts`, content: 'x' }],
    `cd ${other} && git add -A && git commit -m x`,
    `cd ${other} && npm test`,
  ])('%j', what => {
    const offer = workOffer(what)
    expect([offer?.text, offer?.upTo]).toEqual(['also work in ~/code/other', 'session'])
  })
})

describe('it is not offered for', () => {
  test.each<[string, Asks, Files]>([
    ['a directory that is no repository', ['Write', { file_path: '/home/dev/code/x/a.ts', content: 'x' }], files],
    ['two repositories at once', `touch ${other}/a /home/dev/code/third/a`, files],
    ['a secret', `cat ${other}/.env`, files],
    ['a push', `cd ${other} && git push`, files],
    ['the home itself', ['Write', { file_path: '/home/dev/a.ts', content: 'x' }], clone('', '/home/dev')],
    [
      'a repository of settings with keys',
      'touch /home/dev/dots/a',
      { ...clone('', '/home/dev/dots'), '/home/dev/dots/.ssh/config': '' },
    ],
    ['a repository outside the home', 'touch /srv/app/a', clone('', '/srv/app')],
    ['a repository that this call fetches', 'git clone https://a.example/x ~/code/new && touch ~/code/new/a', files],
  ])('%s', (_name, what, given) => {
    expect(workOffer(what, given)).toBeUndefined()
  })
})

describe('the grant covers', () => {
  test.each([
    [`cd ${other} && git commit -am x`, true],
    [`cd ${other} && npm test`, true],
    [`echo x > ${other}/src/new.ts`, true],
    [`echo x > ${other}/.git/hooks/pre-commit`, false],
    [`cat ${other}/.env`, false],
    [`rm -rf ${other}/a.ts`, false],
    [`rm -rf ${other}`, false],
    [`cd ${other} && git push`, false],
    [`touch ${other}/a /home/dev/code/third/a`, false],
    ['touch /home/dev/code/third/a', false],
  ])('%s: %s', (command, want) => {
    expect(covers(granted(), mustAsk(command, {}, balanced, files), at)).toBe(want)
  })

  test('not another session, and not automation', () => {
    const command = `echo x > ${other}/src/new.ts`
    const elsewhere = mustAsk(command, { session: 'another' }, balanced, files)
    expect(covers(granted(), elsewhere, at)).toBe(false)
    const unattended = asked(command, { automation: true }, balanced, files)
    expect(unattended !== null && covers(granted(), unattended, at)).toBe(false)
  })
})
