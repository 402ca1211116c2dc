import { projectPolicyName } from '../core/call.ts'
import { parentOf } from '../core/path.ts'
import { keptReason } from './protected-path.ts'

/** A name in a workspace, as it is before or after a run. */
export interface GuardedName {
  readonly path: string
  /** The file or directory behind the name; another path if the name is a link. */
  readonly leadsTo: string
  /** Whether programs do not obey it as it is, so that a command may create it. */
  readonly isPlain: boolean
  /** Git obeys it under any name. */
  readonly isGit?: boolean
}

/** A protected name that a fenced command created. */
export interface PlantedName {
  readonly path: string
  readonly because: string
}

/**
 * The protected names that exist after a run and did not exist before it, or lead elsewhere now. A plan can keep existing files
 * from changes, but not a link, and not a name that does not exist yet: a placeholder would stay in the workspace if Sallyport
 * is killed.
 */
export function plantedNames(
  before: readonly Pick<GuardedName, 'path' | 'leadsTo'>[],
  after: readonly GuardedName[],
  roots: readonly string[] = [],
): readonly PlantedName[] {
  const known = new Map(before.map(({ path, leadsTo }) => [path, leadsTo]))
  const policies = new Set(roots.map(root => `${root}/${projectPolicyName}`))
  const found = after.flatMap(({ path, leadsTo, isPlain, isGit }) => {
    if (isPlain || known.get(path) === leadsTo) return []
    const because = isGit
      ? 'git hooks and configuration'
      : policies.has(path)
        ? "Sallyport's own files"
        : keptReason(path)
    return because === null ? [] : [{ path, because }]
  })
  const paths = new Set(found.map(({ path }) => path))
  return found.filter(({ path }) => !isBelowOne(path, paths))
}

function isBelowOne(path: string, paths: ReadonlySet<string>): boolean {
  for (let above = parentOf(path); above !== '/'; above = parentOf(above)) if (paths.has(above)) return true
  return false
}
