import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { parentOf } from '../../core/path.ts'
import { isSameState, looksAlike, type TreeChange } from '../../trial/change.ts'
import { commitSteps } from '../../trial/commit-steps.ts'
import type { Manifest } from '../../trial/manifest.ts'
import { findSystemProgram } from '../fence/find-programs.ts'
import { holdDirectory, holdNewDirectory } from '../files/held-directory.ts'
import { errorCode } from '../journal/journal-disk.ts'
import {
  applyStep,
  type CommitGround,
  inParent,
  type ReverseGround,
  reverseStep,
  setTime,
  withHandle,
} from './apply-step.ts'
import { stateAt } from './file-state.ts'

/** The paths that are not as they were when the diff was read. */
export const changedPaths = (changes: readonly TreeChange[]): readonly string[] =>
  changes.flatMap(({ path, was }) => {
    const current = stateIn(path)
    const isUnchanged =
      was?.kind === 'directory' && current !== null ? looksAlike(was, current) : isSameState(was, current)
    return isUnchanged ? [] : [path]
  })

/** The state of a path whose directory may not exist yet. */
function stateIn(path: string): ReturnType<typeof stateAt> {
  try {
    return inParent(path, stateAt)
  } catch {
    return null
  }
}

/** Thrown if a commit failed and nothing of it is left. After any other error, the old files are needed to finish it later. */
export class TakenBack extends Error {}

/** Makes all steps of a commit. If one fails, takes all of them back and throws. */
export function applyAll({ changes }: Manifest, ground: CommitGround): void {
  const steps = commitSteps(changes)
  if (ground.before !== null) mkdirSync(ground.before, { recursive: true, mode: 0o700 })
  try {
    for (const step of steps) applyStep(step, ground)
  } catch (error) {
    if (ground.before === null) throw error
    reverseSteps(changes, { id: ground.id, before: ground.before, occupied: 'fail' })
    throw new TakenBack(error instanceof Error ? error.message : 'the commit failed')
  }
}

/**
 * Takes steps back, from the last to the first. What lies in a directory that the commit makes has no step to take back if that
 * directory is not there: the commit did not get that far, or an undo that was interrupted has removed it.
 */
function reverseSteps(changes: readonly TreeChange[], ground: ReverseGround): void {
  const made = new Set(changes.filter(isMadeDirectory).map(({ path }) => path))
  for (const step of commitSteps(changes).toReversed()) {
    const parent = parentOf(step.change.path)
    const isThere = stateIn(parent)?.kind === 'directory'
    if (!isThere && made.has(parent)) continue
    if (!isThere && ground.occupied === 'replace') holdNewDirectory(parent).close()
    reverseStep(step, ground)
  }
}

/** Paths that an undo cannot reach: a directory on the way is a file or a link now. */
export const unreachablePaths = (changes: readonly TreeChange[]): readonly string[] => {
  const made = new Set(changes.filter(isMadeDirectory).map(({ path }) => path))
  return changes.flatMap(({ path, within }) =>
    within === true || made.has(parentOf(path)) || isReachable(parentOf(path)) ? [] : [path],
  )
}

/** Whether a directory is there without links on the way, or can be made. */
function isReachable(path: string): boolean {
  try {
    holdDirectory(path).close()
    return true
  } catch (error) {
    return errorCode(error) === 'ENOENT' && path !== '/' && isReachable(parentOf(path))
  }
}

const isMadeDirectory = ({ was, now }: TreeChange): boolean => now?.kind === 'directory' && was?.kind !== 'directory'

/** Takes all steps of a finished commit back, and restores the times of the directories around. */
export function reverseAll({ id, changes, parents }: Manifest, before: string): void {
  reverseSteps(changes, { id, before, occupied: 'replace' })
  for (const { path, modified } of parents.toReversed())
    if (stateIn(path)?.kind === 'directory') inParent(path, at => withHandle(at, handle => setTime(handle, modified)))
}

/** The directories in which a commit adds or removes names, with their times. */
export function touchedParents(changes: readonly TreeChange[]): Manifest['parents'] {
  const paths = new Set(changes.filter(({ within }) => within !== true).map(({ path }) => parentOf(path)))
  return [...paths].sort().flatMap(path => {
    const state = stateIn(path)
    return state?.kind === 'directory' ? [{ path, modified: state.modified }] : []
  })
}

/** The changes with the files as the commit left them. */
export const committedChanges = (changes: readonly TreeChange[]): readonly TreeChange[] =>
  changes.map(change => (change.now === null ? change : { ...change, now: stateIn(change.path) }))

/** The paths that were changed since a commit, so that an undo would lose that. */
export function changedSinceCommit(changes: readonly TreeChange[]): readonly string[] {
  const known = new Set(changes.map(({ path }) => path))
  return changes.flatMap(({ path, was, now, within }) => {
    if (within === true) return []
    const current = stateIn(path)
    if (now?.kind !== 'directory') return isSameState(now, current) ? [] : [path]
    if (current === null || !looksAlike(now, current)) return [path]
    return was?.kind === 'directory' ? [] : strangersIn(path, known)
  })
}

/** Names in a directory that the commit did not create. */
const strangersIn = (directory: string, known: ReadonlySet<string>): readonly string[] =>
  readdirSync(directory).flatMap(name => (known.has(`${directory}/${name}`) ? [] : [`${directory}/${name}`]))

/** Whether old files that are kept can be moved there, which takes no space. */
export const isOnSameDisk = (directory: string, roots: readonly string[]): boolean =>
  roots.every(root => statSync(root).dev === lstatSync(directory).dev)

/** Up to this many files are flushed one by one; for more, the whole file system is flushed once. */
export const fewFiles = 32

/** Flushes the file systems of these directories. */
export function flushDisks(directories: readonly string[]): void {
  const sync = findSystemProgram('sync')
  if (sync !== null) spawnSync(sync, ['-f', '--', ...directories], { stdio: 'ignore', timeout: 60_000 })
}
