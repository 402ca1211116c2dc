import type { Place } from '../../../core/call.ts'
import type { FileFacts } from '../../../core/facts.ts'
import { baseName, isWithin, parentOf, resolvePath } from '../../../core/path.ts'
import { sensitivity } from '../../../guard/sensitive.ts'
import { isGround } from '../../../guard/zone.ts'
import { gitDirectory, pathIn } from './git-directory.ts'

/** More worktrees than these are not looked at. */
const maxWorktrees = 64

/**
 * The other worktrees of the workspace's repositories, with the main one. Both sides must name each other: a project can bring
 * a `.git` that names any directory, but it cannot write into that directory or into another repository.
 */
export function worktreesOf(
  { workspace, home }: Pick<Place, 'workspace' | 'home'>,
  facts: FileFacts,
): readonly string[] {
  const found = workspace.flatMap(root => {
    const common = commonDirectory(root, facts)
    if (common === null) return []
    const main = baseName(common) === '.git' ? [parentOf(common)] : []
    return [...main, ...linkedWorktrees(common, facts)]
  })
  return [...new Set(found)].filter(
    root =>
      isWithin(root, home) &&
      isGround(root, home) &&
      sensitivity(root, 'read') === null &&
      !workspace.some(own => isWithin(root, own)),
  )
}

/** The directory that all worktrees of the repository share, if `root` is its main directory or a worktree that it knows. */
function commonDirectory(root: string, facts: FileFacts): string | null {
  const git = gitDirectory(root, facts)
  if (git === null || 'unread' in git || git.top !== root || facts.realPath(git.own) !== git.own) return null
  if (git.own === `${root}/.git`) return git.own
  return linkedWorktrees(git.common, facts).includes(root) ? git.common : null
}

/** The worktrees in git's own list whose `.git` file leads back to their entry in that list. */
function linkedWorktrees(common: string, facts: FileFacts): readonly string[] {
  const list = `${common}/worktrees`
  if (facts.realPath(list) !== list) return []
  return (facts.names(list) ?? []).slice(0, maxWorktrees).flatMap(name => {
    const entry = `${list}/${name}`
    const file = pathIn(facts.text(`${entry}/gitdir`))
    if (file === null) return []
    const root = parentOf(resolvePath(entry, file))
    if (baseName(file) !== '.git' || facts.realPath(root) !== root) return []
    const git = gitDirectory(root, facts)
    return git !== null && 'own' in git && git.top === root && git.own === entry ? [root] : []
  })
}
