import { fail, ok, type Result } from '../../core/fault.ts'
import { type FenceProfile, type NetworkAccess, profileNamed, profileNames } from '../../fence/profile.ts'
import type { ParsedOptions } from '../terminal/options.ts'

/** The options that choose a fence. */
export const profileOptions = {
  profile: { type: 'string' },
  net: { type: 'string' },
  env: { type: 'string', multiple: true },
} as const

/** The policy's profile with the choices of the command line. A person at the terminal may widen it. */
export function chosenProfile(
  profile: FenceProfile,
  options: ParsedOptions<'profile' | 'net' | 'env', string>,
): Result<FenceProfile> {
  const wanted = options.text('profile')
  const name = wanted === undefined ? profile.name : profileNamed(wanted)
  if (name === null)
    return fail('validation', `unknown profile \`${wanted}\`; known profiles: ${profileNames.join(', ')}`)
  const net = options.text('net')
  return ok({
    ...profile,
    name,
    network: net === undefined ? profile.network : networkOf(net),
    env: [...profile.env, ...options.texts('env')],
  })
}

const networkOf = (text: string): NetworkAccess =>
  text === 'full' ? 'full' : text === 'none' ? [] : text.split(',').filter(host => host !== '')
