import { fail, ok, type Result } from '../../core/fault.ts'
import { type FenceProfile, profileNamed, profileNames } from '../../fence/profile.ts'
import type { FenceSettings } from '../../fence/settings.ts'
import { networkNamed } from '../../fence/wish.ts'
import type { ParsedOptions } from '../terminal/options.ts'

/** The options that choose a fence. */
export const profileOptions = {
  profile: { type: 'string' },
  net: { type: 'string' },
  env: { type: 'string', multiple: true },
} as const

/** The policy's profile with the choices of the command line. A person at the terminal may widen it, except what the organisation sets. */
export function chosenProfile(
  { profile, pinned }: Pick<FenceSettings, 'profile' | 'pinned'>,
  options: ParsedOptions<'profile' | 'net' | 'env', string>,
): Result<FenceProfile> {
  const wanted = options.text('profile')
  const name = wanted === undefined ? profile.name : profileNamed(wanted)
  if (name === null)
    return fail('validation', `unknown profile \`${wanted}\`; known profiles: ${profileNames.join(', ')}`)
  const net = options.text('net')
  const isLaxer = profileNames.indexOf(name) < profileNames.indexOf(profile.name)
  const pinnedOption = [
    ...(isLaxer && pinned.includes('profile') ? ['--profile'] : []),
    ...(net !== undefined && net !== 'none' && pinned.includes('host') ? ['--net'] : []),
    ...(options.texts('env').length > 0 && pinned.includes('variable') ? ['--env'] : []),
  ][0]
  if (pinnedOption !== undefined)
    return fail('validation', `the policy of your organisation does not let you use \`${pinnedOption}\` here`)
  return ok({
    ...profile,
    name,
    network: net === undefined ? profile.network : networkNamed(net),
    env: [...profile.env, ...options.texts('env')],
  })
}
