import type { FencePlan } from './fence.ts'
import type { FenceGround } from './ground.ts'
import { effectiveProfile, type FenceProfile, openedBy, reachesRegistries } from './profile.ts'

/** The hosts that a command may reach, and for each of them the reason. */
export function reachableHosts(profile: FenceProfile, ground: FenceGround): Pick<FencePlan, 'network' | 'hosts'> {
  const { network } = effectiveProfile(profile)
  if (network === 'full') return { network }
  const listed = network.map(host => ({ host, because: openedBy(profile, 'host', host) }))
  const registries = reachesRegistries(profile) ? (ground.registries ?? []) : []
  const hosts = [...listed, ...registries.filter(({ host }) => !network.includes(host))]
  return { network: hosts.map(({ host }) => host), ...(hosts.length === 0 ? {} : { hosts }) }
}
