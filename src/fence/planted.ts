import { parentOf } from '../core/path.ts'
import type { Entry } from './ground.ts'
import { keptReason } from './mounts.ts'

/** A protected name that a fenced command created. */
export interface PlantedName {
  readonly path: string
  readonly because: string
}

/**
 * The protected names that exist after a run and did not exist before it. A plan can keep existing files from changes, but
 * not a name that does not exist yet: a placeholder would stay in the workspace if Sallyport is killed.
 */
export function plantedNames(before: readonly Entry[], after: readonly Entry[]): readonly PlantedName[] {
  const known = new Set(before.map(({ named }) => named))
  const found = after.flatMap(({ named }) => {
    const because = known.has(named) ? null : plantedReason(named)
    return because === null ? [] : [{ path: named, because }]
  })
  const paths = new Set(found.map(({ path }) => path))
  return found.filter(({ path }) => !isBelowOne(path, paths))
}

/** Git reads its settings from other places if one of these exists. */
const gitDetours = /\/\.git\/(?:commondir|config\.worktree|hooks|config|info\/attributes)$/

const plantedReason = (path: string): string | null =>
  /\/\.git\//.test(path) ? (gitDetours.test(path) ? 'git hooks and configuration' : null) : keptReason(path)

function isBelowOne(path: string, paths: ReadonlySet<string>): boolean {
  for (let above = parentOf(path); above !== '/'; above = parentOf(above)) if (paths.has(above)) return true
  return false
}
