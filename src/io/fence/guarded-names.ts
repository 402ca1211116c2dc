import { lstatSync } from 'node:fs'
import { baseName, isWithin, parentOf, resolvePath } from '../../core/path.ts'
import { isPlainGitConfig } from '../../fence/git-config.ts'
import { gitNames } from '../../fence/mounts.ts'
import type { GuardedName } from '../../fence/planted.ts'
import { gitDirectories, gitFileTarget, namesIn, obeyedPaths, regularText, smallText } from './git-directories.ts'
import { linkTarget } from './list-entries.ts'
import { workspaceEntries } from './workspace-entries.ts'

/** The names of a workspace that programs may obey, with all that decides whether they are new. */
export function guardedNames(root: string, home: string): readonly GuardedName[] {
  const entries = workspaceEntries(root, { lost: true, most: mostNames })
  const directories = gitDirectories(root, entries)
  const isGitDirectory = new Set(directories)
  const listed = entries.flatMap(({ named, path, kind }) => {
    if (kind === 'directory' && isGitDirectory.has(path)) return []
    const isKnown = baseName(named) === '.git' && isGitDirectory.has(gitFileTarget(path) ?? '')
    return [{ path: named, leadsTo: path, isPlain: isKnown }]
  })
  const inGit = directories.flatMap(directory =>
    [...gitNames].flatMap(name => {
      const path = `${directory}/${name}`
      return exists(path) ? [{ path, leadsTo: linkTarget(path), isPlain: isPlainSetting(path, name), isGit: true }] : []
    }),
  )
  const obeyed = obeyedPaths(root, home, directories).flatMap(path =>
    isWithin(path, root) && exists(path) ? [{ path, leadsTo: linkTarget(path), isPlain: false, isGit: true }] : [],
  )
  return [...listed, ...inGit, ...obeyed]
}

/** Whether a setting of a repository is as `git init`, `clone`, `submodule` and `worktree` write it. */
function isPlainSetting(path: string, name: string): boolean {
  if (name === 'config') {
    const text = regularText(path)
    return text !== null && isPlainGitConfig(text)
  }
  if (name === 'hooks') return lstatSync(path).isDirectory() && namesIn(path).every(hook => hook.endsWith('.sample'))
  // A worktree shares the repository that it lies in.
  if (name === 'commondir')
    return resolvePath(parentOf(path), smallText(path).trim()) === parentOf(parentOf(parentOf(path)))
  return false
}

/** A command must not be able to crowd out the names that it plants. */
const mostNames = 200_000

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
