import { resolvePath } from '../../core/path.ts'
import { gitRoot } from './file-facts.ts'
import { readRegular } from './read-regular.ts'

const maxBytes = 4_096

/** The branch of the repository around a directory, or the start of the commit's hash; null if there is none. Runs no program. */
export function gitBranch(directory: string): string | null {
  const root = gitRoot(directory)
  if (root === null) return null
  const head = textAt(`${gitDirectory(root)}/HEAD`)
  if (head === null) return null
  const [, branch] = /^ref: refs\/heads\/(\S+)$/.exec(head) ?? []
  return branch ?? (/^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 10) : null)
}

/** In a worktree, `.git` is a file that names the directory. */
function gitDirectory(root: string): string {
  const [, named] = /^gitdir: (.+)$/.exec(textAt(`${root}/.git`) ?? '') ?? []
  return named === undefined ? `${root}/.git` : resolvePath(root, named)
}

function textAt(path: string): string | null {
  try {
    return readRegular(path, { maxBytes })?.toString('utf8').trim() ?? null
  } catch {
    return null
  }
}
