import type { FileFacts } from '../../../core/facts.ts'
import { parentOf, resolvePath } from '../../../core/path.ts'

/** `own` is the repository's directory, `common` the part that its worktrees share, `top` the directory with its files. */
export interface Repository {
  readonly own: string
  readonly common: string
  readonly top: string
}

/** Names a file that should lead to a repository and cannot be read. */
export interface UnreadRepository {
  readonly unread: string
}

/** The repository that git uses in this directory; null if there is none. */
export function gitDirectory(start: string, facts: FileFacts): Repository | UnreadRepository | null {
  const found = ownDirectory(start, facts)
  if (found === null || 'unread' in found) return found
  const file = `${found.own}/commondir`
  const shared = facts.kind(file) === 'missing' ? '.' : pathIn(facts.text(file))
  return shared === null ? { unread: file } : { ...found, common: resolvePath(found.own, shared) }
}

/**
 * `.git` in this directory or above it, as a directory or a file that points to one; or a directory that is itself a
 * repository. The start may itself be a file that points to one: `GIT_DIR=x.txt`.
 */
function ownDirectory(start: string, facts: FileFacts): Omit<Repository, 'common'> | UnreadRepository | null {
  if (facts.kind(start) === 'file') return pointedTo(start, facts)
  for (let top = start; top !== '/'; top = parentOf(top)) {
    if (facts.kind(`${top}/HEAD`) === 'file' && facts.kind(`${top}/config`) === 'file') return { own: top, top }
    const git = `${top}/.git`
    const kind = facts.kind(git)
    if (kind === 'directory') return { own: git, top }
    if (kind === 'file') return pointedTo(git, facts)
  }
  return null
}

function pointedTo(file: string, facts: FileFacts): Omit<Repository, 'common'> | UnreadRepository {
  const text = facts.text(file) ?? ''
  const named = text.startsWith('gitdir: ') ? pathIn(text.slice('gitdir: '.length)) : null
  const top = parentOf(file)
  return named === null ? { unread: file } : { own: resolvePath(top, named), top }
}

/** The path that one of git's files contains, as git reads it; null if it cannot be read exactly. */
export function pathIn(text: string | null): string | null {
  const path = text?.replace(/[\r\n]+$/, '') ?? ''
  return path === '' || path !== path.trim() || path.includes('\uFFFD') ? null : path
}
