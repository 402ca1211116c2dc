import type { Touch } from '../core/effect.ts'
import { baseName, parentOf } from '../core/path.ts'
import type { Tier } from '../core/tier.ts'
import { isKnown } from '../core/word.ts'
import type { Frame } from './frame.ts'

/** What the call itself has moved there would be lost with it: `mv src /tmp/x && rm -rf /tmp/x`. */
export function deleteTier(touch: Touch, frame: Frame): Tier {
  if (frame.recorder.effects.some(effect => effect.kind === 'delete' && effect.how === moved)) return 'destructive'
  return losesNothing(touch, frame) ? 'write' : touch.tier
}

/** How a file is deleted that is put elsewhere. */
export const moved = 'move'

/** What was not there when the call began is lost only if the call itself has put something of worth in its place. */
function losesNothing({ path, zone, where }: Touch, { recorder, world }: Frame): boolean {
  if (zone !== 'workspace' || where.at !== 'local' || !isKnown(path)) return false
  const names = world.facts.names(parentOf(path))
  const wanted = folded(baseName(path))
  return (
    names !== null &&
    !names.some(name => folded(name) === wanted) &&
    !recorder.effects.some(({ kind }) => kind === 'delete')
  )
}

/** Some file systems take `SRC` for `src`. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase()
