import type { Effect } from '../../core/effect.ts'
import { isTouch } from '../../core/effect.ts'
import { isWithin, parentOf } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import { isListed, sensitivity } from '../../guard/sensitive.ts'
import { isGround } from '../../guard/zone.ts'
import { type AskedCall, askingEffects } from '../asked-call.ts'
import type { GrantShape } from './grant.ts'

export type WorkShape = Extract<GrantShape, { readonly does: 'work' }>

/** A second repository to work in, if everything that asks does so only because it happens there; null for any other call. */
export function workShape(asked: AskedCall): WorkShape | null {
  const asking = askingEffects(asked.verdict)
  if (asking === null || asked.inside === undefined) return null
  const roots = new Set(asking.map(({ effect }) => repositoryOf(effect, asked)))
  const [root] = roots
  if (roots.size !== 1 || root === undefined || root === null) return null
  const shape: WorkShape = { does: 'work', root }
  return coversWork(shape, asked) ? shape : null
}

/** Whether the call would run without a question if the repository were part of the workspace. */
export const coversWork = ({ root }: WorkShape, asked: AskedCall): boolean =>
  mayWorkIn(root, asked) && asked.inside?.(root).decision === 'allow'

/** The repository that contains the file of an effect, or the directory of its program; null if there is none. */
function repositoryOf(effect: Effect, { verdict, seen, place }: AskedCall): string | null {
  const run = effect.kind === 'run' ? effect : effect.by === null ? undefined : verdict.effects[effect.by]
  const start = isTouch(effect) ? effect.path : run?.kind === 'run' ? run.cwd : place.cwd
  if (!isKnown(start)) return null
  for (let at = start; isWithin(at, place.home) && at !== place.home; at = parentOf(at))
    if (seen.facts.kind(`${at}/.git`) !== 'missing') return at
  return null
}

/** A repository below the home that is not the home itself, holds no store of secrets and does not contain the workspace. */
function mayWorkIn(root: string, { seen: { facts, sensitive }, place }: AskedCall): boolean {
  const { home, workspace, own } = place
  return (
    isWithin(root, home) &&
    isGround(root, home) &&
    facts.realPath(root) === root &&
    facts.kind(`${root}/.git`) !== 'missing' &&
    sensitivity(root, 'change') === null &&
    !isListed(root, sensitive, place) &&
    ![...workspace, ...own].some(one => isWithin(one, root)) &&
    !(facts.names(root) ?? []).some(name => stores.has(name))
  )
}

/** Directories of secrets, as a repository of a person's settings has them. */
const stores = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.password-store', '.azure'])
