import { setMaxListeners } from 'node:events'
import type { Losses, LossMeasure } from '../../approvals/blast-radius/measures.ts'
import { type AskGit, askGitWithin } from './ask-git.ts'
import { uncommittedFiles, untrackedFiles } from './git-figures.ts'

interface Listing {
  readonly workspace: readonly string[]
  readonly ms: number
}

/** Absolute paths of what a call deletes or discards, perhaps with more than that; null if they cannot all be listed in time. */
export async function lostPaths(
  { measures, isComplete }: Losses,
  { workspace, ms }: Listing,
): Promise<readonly string[] | null> {
  if (!isComplete) return null
  const late = new AbortController()
  setMaxListeners(0, late.signal)
  const timer = setTimeout(() => late.abort(), ms)
  const git = askGitWithin(late.signal, workspace)
  const lists = await Promise.all(measures.map(measure => pathsOf(measure, git, late.signal).catch(() => null)))
  clearTimeout(timer)
  return late.signal.aborted || lists.includes(null) ? null : lists.flatMap(list => list ?? [])
}

async function pathsOf(measure: LossMeasure, git: AskGit, signal: AbortSignal): Promise<readonly string[] | null> {
  switch (measure.kind) {
    case 'files':
      return measure.paths
    case 'uncommitted': {
      const changed = await uncommittedFiles(measure, git, signal)
      return changed === null ? null : [...changed]
    }
    case 'untracked':
      return untrackedFiles(measure, git)
  }
}
