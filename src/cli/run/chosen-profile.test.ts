import { describe, expect, test } from 'vitest'
import { combineFences } from '../../fence/settings.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { chosenProfile } from './chosen-profile.ts'

interface Typed {
  readonly profile?: string
  readonly net?: string
  readonly env?: readonly string[]
}

const options = ({ profile, net, env = [] }: Typed): ParsedOptions<'profile' | 'net' | 'env', string> =>
  ({
    text: (name: string) => (name === 'profile' ? profile : net),
    texts: () => env,
  }) as unknown as ParsedOptions<'profile' | 'net' | 'env', string>

const organisation = { profile: 'balanced', network: { allow: ['a.example'] }, env: ['CI'] }

describe('options of `sallyport run` under a policy of the organisation', () => {
  const settings = combineFences({ trusted: [organisation], organisation: [organisation], base: null, kept: [] })
  test.each<readonly [says: string, typed: Typed, isRefused: boolean]>([
    ['a laxer profile is refused', { profile: 'minimal' }, true],
    ['the alias of a laxer profile is refused', { profile: 'dev' }, true],
    ['the same profile is taken', { profile: 'balanced' }, false],
    ['a stricter profile is taken', { profile: 'strict' }, false],
    ['more hosts are refused', { net: 'b.example' }, true],
    ['no network is taken', { net: 'none' }, false],
    ['more variables are refused', { env: ['TOKEN'] }, true],
    ['no options at all', {}, false],
  ])('%s', (_says, typed, isRefused) => {
    expect(chosenProfile(settings, options(typed)).ok).toBe(!isRefused)
  })
})

describe('without one', () => {
  const user = { profile: 'strict' }
  const settings = combineFences({ trusted: [user], base: null, kept: [] })
  test('a person may choose a laxer profile than their own policy names', () => {
    expect(chosenProfile(settings, options({ profile: 'minimal' }))).toMatchObject({
      ok: true,
      value: { name: 'minimal' },
    })
  })
})
