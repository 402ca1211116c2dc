import type { FileFacts } from '../../../core/facts.ts'
import { parentOf, resolvePath } from '../../../core/path.ts'

/** A repository's directory, and the one that it shares with other worktrees; `unread` names a file that cannot be read. */
export type GitDirectory = { readonly own: string; readonly common: string } | { readonly unread: string }

/** The repository that git uses in this directory; null if there is none. */
export function gitDirectory(start: string, facts: FileFacts): GitDirectory | null {
  const own = ownDirectory(start, facts)
  if (own === null || typeof own === 'object') return own
  const file = `${own}/commondir`
  const shared = facts.kind(file) === 'missing' ? '.' : pathIn(facts.text(file))
  return shared === null ? { unread: file } : { own, common: resolvePath(own, shared) }
}

/**
 * `.git` in this directory or above it, as a directory or a file that points to one; or a directory that is itself a
 * repository.
 */
function ownDirectory(start: string, facts: FileFacts): string | { readonly unread: string } | null {
  for (let directory = start; directory !== '/'; directory = parentOf(directory)) {
    if (facts.kind(`${directory}/HEAD`) === 'file' && facts.kind(`${directory}/config`) === 'file') return directory
    const git = `${directory}/.git`
    const kind = facts.kind(git)
    if (kind === 'directory') return git
    if (kind === 'file') {
      const text = facts.text(git) ?? ''
      const named = text.startsWith('gitdir: ') ? pathIn(text.slice('gitdir: '.length)) : null
      return named === null ? { unread: git } : resolvePath(directory, named)
    }
  }
  return null
}

/** The path that one of git's files contains, as git reads it; null if it cannot be read exactly. */
function pathIn(text: string | null): string | null {
  const path = text?.replace(/[\r\n]+$/, '') ?? ''
  return path === '' || path !== path.trim() || path.includes('\uFFFD') ? null : path
}
