import type { Target } from '../core/address/read-address.ts'
import type { World } from '../core/call.ts'
import { type Connect, type Effect, local, type Opaque, type Touch } from '../core/effect.ts'
import { expandHome } from '../core/path.ts'
import { spreadingOrder } from '../core/spreading-text.ts'
import type { Tier } from '../core/tier.ts'
import { mapPrefix, type Word } from '../core/word.ts'
import { locate } from '../guard/locate.ts'

const origin = { span: null, chain: [], where: local, by: null } as const

export const opaque = (why: string, tier: Tier = 'execute'): Opaque => ({ kind: 'opaque', why, tier, ...origin })

export interface PathUse {
  readonly kind: Touch['kind']
  readonly path: Word
  /** The input key that holds the path. */
  readonly key: string
  readonly recursive?: boolean
}

export const touch = ({ kind, path, key, recursive = false }: PathUse, world: World): Touch =>
  locate(
    {
      kind,
      path: mapPrefix(path, prefix => expandHome(prefix, world.place.home)),
      cwd: world.place.cwd,
      how: `input.${key}`,
      recursive,
    },
    world,
  )

export const connect = ({ host, port }: Target, sends: 'sends' | 'receives'): Connect => ({
  kind: 'connect',
  host,
  port,
  sends: sends === 'sends',
  tier: sends === 'sends' ? 'write' : 'read',
  ...origin,
})

export const change = (system: string, action: string, target: string | null): Effect => ({
  kind: 'change',
  system,
  action,
  target,
  tier: 'execute',
  ...origin,
})

/** Text that tells agents to copy it into other files. The effect names the file only: file contents are not recorded. */
export const spreadBy = (
  texts: readonly string[],
  [named]: readonly (readonly [string, string])[],
): readonly Effect[] =>
  texts.some(text => spreadingOrder(text) !== null) ? [change('agents', 'spread', named?.[1] ?? null)] : []

export const spawn = (agent: string, world: World): Effect => ({
  kind: 'spawn',
  agent,
  depth: world.place.agents.length + 1,
  tier: 'execute',
  ...origin,
})

/** Joins lists of effects; each derived effect still refers to its run. */
export function joinEffects(...lists: readonly (readonly Effect[])[]): readonly Effect[] {
  const joined: Effect[] = []
  for (const list of lists) {
    const offset = joined.length
    for (const effect of list)
      joined.push(effect.by === null || offset === 0 ? effect : { ...effect, by: effect.by + offset })
  }
  return joined
}
