import { readdirSync, realpathSync, statSync } from 'node:fs'
import { baseName, parentOf, resolvePath } from '../../core/path.ts'
import { pathsGitObeys } from '../../fence/git-config.ts'
import type { Entry } from '../../fence/ground.ts'
import { readRegular } from '../files/read-regular.ts'

/** The git directories of a workspace: its own, those of repositories and submodules inside it, and those of its worktrees. */
export function gitDirectories(root: string, entries: readonly Entry[]): readonly string[] {
  const found = new Set<string>()
  const add = (directory: string): void => {
    if (found.has(directory) || found.size >= most) return
    found.add(directory)
    for (const inner of ['modules', 'worktrees'])
      for (const path of repositoriesBelow(`${directory}/${inner}`, 3)) add(path)
  }
  for (const path of [...ownDirectory(root), ...nestedDirectories(entries)]) add(path)
  return [...found]
}

const most = 200

/** The git directory of a workspace; for a worktree, the directory that it shares with the main one. */
function ownDirectory(root: string): readonly string[] {
  const path = realPath(`${root}/.git`)
  if (path === null) return []
  if (statSync(path).isDirectory()) return [path]
  const directory = gitFileTarget(path)
  if (directory === null) return []
  const shared = smallText(`${directory}/commondir`).trim()
  const common = shared === '' ? null : realPath(resolvePath(directory, shared))
  // A `.git` file can name any directory. Only one that git itself made for this worktree counts.
  const back = smallText(`${directory}/gitdir`).trim()
  if (back !== '' && realPath(back) !== path) return []
  return common === null ? [directory] : [common]
}

/** The directory that a `.git` file names. */
export function gitFileTarget(path: string): string | null {
  const named = /^gitdir: (.+)$/m.exec(smallText(path))?.[1]
  return named === undefined ? null : realPath(resolvePath(parentOf(path), named))
}

/** Repositories in subdirectories: each `.git`, and each directory that looks like a bare repository. */
function nestedDirectories(entries: readonly Entry[]): readonly string[] {
  const names = new Set(entries.map(({ named }) => named))
  return entries.flatMap(({ named, path, kind }) => {
    if (kind === 'directory' && baseName(named) === '.git') return [path]
    const directory = parentOf(named)
    const isBare = baseName(named) === 'HEAD' && names.has(`${directory}/objects`) && names.has(`${directory}/refs`)
    return isBare ? [directory] : []
  })
}

/** Submodules may have a slash in their names. */
function repositoriesBelow(directory: string, depth: number): readonly string[] {
  if (depth === 0) return []
  return namesIn(directory).flatMap(name => {
    const path = `${directory}/${name}`
    return isFile(`${path}/HEAD`) ? [path] : repositoriesBelow(path, depth - 1)
  })
}

/** Paths that git obeys because a configuration names them, whether they exist or not. */
export function obeyedPaths(root: string, home: string, directories: readonly string[]): readonly string[] {
  const inHome = [`${home}/.gitconfig`, `${home}/.config/git/config`]
  const own = directories.flatMap(directory => [`${directory}/config`, `${directory}/config.worktree`])
  return [
    ...new Set(
      [...inHome, ...own].flatMap(file => {
        const directory = parentOf(file)
        const tree = baseName(directory) === '.git' ? parentOf(directory) : root
        return pathsGitObeys(smallText(file), { directory, tree, home })
      }),
    ),
  ]
}

/** The text of a file of git; empty if it cannot be read or is too large to be one. */
export const smallText = (path: string): string => regularText(path) ?? ''

/** The same; null in place of an empty text. A pipe or a device is never read: it could have no end. */
export function regularText(path: string): string | null {
  try {
    return readRegular(path, { maxBytes: mostBytes })?.toString('utf8') ?? null
  } catch {
    return null
  }
}

const mostBytes = 2 ** 20

export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
