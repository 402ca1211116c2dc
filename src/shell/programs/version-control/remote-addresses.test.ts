import { describe, expect, test } from 'vitest'
import { madeUpPlace, memoryFacts } from '../../../testing.ts'
import { type RemoteUse, remoteAddresses } from './remote-addresses.ts'

describe('what the files do not tell is not known', () => {
  const config = '/home/dev/project/.git/config'
  const origin = '[remote "origin"]\n\turl = https://github.com/acme/app\n'
  const look = (files: Parameters<typeof memoryFacts>[0]['files'] & object, use: Partial<RemoteUse> = {}) =>
    remoteAddresses(
      { directory: '/home/dev/project', does: 'push', named: 'origin', ...use },
      {
        facts: memoryFacts({ files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/main\n', ...files } }),
        place: madeUpPlace,
      },
    )?.addresses ?? null

  test.each([
    ['a remote', { [config]: origin }, ['https://github.com/acme/app']],
    ['no settings', {}, null],
    ['a remote without an address', { [config]: '[remote "origin"]\n\tfetch = x\n' }, null],
    ['an empty address', { [config]: `${origin}\turl =\n` }, null],
    ['an address without a value', { [config]: `${origin}\turl\n` }, null],
    ['a helper', { [config]: `${origin}\tvcs = hg\n` }, null],
    ['a group of the same name', { [config]: `${origin}[remotes]\n\torigin = a b\n` }, null],
    ['a backslash in the address', { [config]: '[remote "origin"]\n\turl = https://a.example\\\\@b.example\n' }, null],
    ['an include with a prefix', { [config]: `${origin}[include]\n\tpath = %(prefix)/x\n` }, null],
    ['an include that is missing', { [config]: `${origin}[include]\n\tpath = x\n` }, ['https://github.com/acme/app']],
    ['an include of itself', { [config]: `${origin}[include]\n\tpath = config\n` }, null],
    ['a password', { [config]: '[remote "origin"]\n\turl = https://a:b@c.example/d\n' }, ['https://c.example/d']],
  ])('%s', (_what, files, addresses) => expect(look(files)).toEqual(addresses))

  test('an address in place of a name is rewritten like any other', () => {
    const files = { [config]: '[url "https://b.example/"]\n\tinsteadOf = https://a.example/\n' }
    expect(look(files, { named: 'https://a.example/x' })).toEqual(['https://b.example/x'])
  })

  test('a fetch does not use the addresses of a push', () => {
    const files = { [config]: `${origin}\tpushurl = https://b.example/x\n` }
    expect(look(files, { does: 'fetch' })).toEqual(['https://github.com/acme/app'])
    expect(look(files)).toEqual(['https://b.example/x'])
  })
})
