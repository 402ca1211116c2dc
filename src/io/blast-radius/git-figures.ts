import { createHash } from 'node:crypto'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Measure } from '../../approvals/blast-radius/measures.ts'
import type { Figure } from '../../approvals/blast-radius/radius-words.ts'
import { type AskGit, pathsIn } from './ask-git.ts'
import { findFiles } from './count-files.ts'

type GitMeasure = Exclude<Measure, { kind: 'target' }>

/** Measures with git and the file system; null if git cannot tell. */
export function measureFiles(measure: GitMeasure, git: AskGit, signal: AbortSignal): Promise<Figure | null> {
  switch (measure.kind) {
    case 'files':
      return fileFigure(measure, git, signal)
    case 'uncommitted':
      return uncommittedFigure(measure, git, signal)
    case 'untracked':
      return untrackedFigure(measure, git, signal)
    case 'reset':
      return resetFigure(measure, git)
    case 'branches':
      return branchFigure(measure, git)
    case 'push':
      return pushFigure(measure, git)
    case 'stashes':
      return stashFigure(measure, git)
  }
}

async function fileFigure(
  { verb, paths }: Extract<Measure, { kind: 'files' }>,
  git: AskGit,
  signal: AbortSignal,
): Promise<Figure> {
  const found = await findFiles(paths, signal)
  const states = await Promise.all(paths.map(path => trackedBelow(path, git, signal)))
  const tracked = new Set(states.flatMap(state => [...state.tracked]))
  const changed = new Set(states.flatMap(state => [...state.changed]))
  return {
    kind: 'files',
    verb,
    files: found.paths.length,
    bytes: found.bytes,
    share: signal.aborted
      ? null
      : {
          untracked: found.paths.filter(path => !tracked.has(path)).length,
          uncommitted: found.paths.filter(path => changed.has(path)).length,
        },
    atLeast: found.isCut,
  }
}

interface TrackedFiles {
  readonly tracked: ReadonlySet<string>
  /** Tracked files that differ from the last commit. */
  readonly changed: ReadonlySet<string>
}

async function trackedBelow(path: string, git: AskGit, signal: AbortSignal): Promise<TrackedFiles> {
  const facts = await lstat(path).catch(() => null)
  const cwd = facts?.isDirectory() === true ? path : dirname(path)
  const pathspec = cwd === path ? '.' : path
  const [tracked, changed] = await Promise.all([
    git(cwd, 'ls-files', '-z', '--full-name', '--', pathspec),
    changedFiles(cwd, [pathspec], git, signal),
  ])
  const root = await topLevel(cwd, git)
  return root === null
    ? { tracked: new Set(), changed: new Set() }
    : { tracked: new Set(pathsIn(tracked).map(name => join(root, name))), changed }
}

const topLevel = async (cwd: string, git: AskGit): Promise<string | null> =>
  (await git(cwd, 'rev-parse', '--show-toplevel'))?.replace(/\n$/, '') ?? null

/** Absolute paths of tracked files whose content is not committed: in the working tree or in the index. */
async function changedFiles(
  cwd: string,
  paths: readonly string[],
  git: AskGit,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [root, unstaged, staged, stagedFirst] = await Promise.all([
    topLevel(cwd, git),
    git(cwd, 'diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=dirty', '--', ...paths),
    git(cwd, 'diff-index', '--cached', '--name-only', '-z', '--no-renames', 'HEAD', '--', ...paths),
    // Before the first commit there is no HEAD, and every file of the index is uncommitted.
    git(cwd, 'rev-parse', '--verify', '--quiet', 'HEAD').then(head =>
      head === null ? git(cwd, 'ls-files', '-z', '--full-name', '--', ...paths) : null,
    ),
  ])
  if (root === null) return new Set()
  const names = [...pathsIn(staged), ...pathsIn(stagedFirst)]
  for (const entry of rawEntries(unstaged))
    if (await differs(join(root, entry.name), entry.blob, signal)) names.push(entry.name)
  return new Set(names.map(name => join(root, name)))
}

interface RawEntry {
  readonly name: string
  /** The object that the index has for it. */
  readonly blob: string
}

/** Entries of `diff-files --raw -z`: `:MODES OLD NEW STATUS`, NUL, the name, NUL. */
function rawEntries(answer: string | null): readonly RawEntry[] {
  const parts = pathsIn(answer)
  return parts.flatMap((part, index) =>
    part.startsWith(':') ? [{ blob: part.split(' ')[2] ?? '', name: parts[index + 1] ?? '' }] : [],
  )
}

/** Git lists a file whose time changed too. Comparing the content itself needs no filter of the repository. */
async function differs(path: string, blob: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true
  try {
    const facts = await lstat(path)
    const content = facts.isSymbolicLink() ? Buffer.from(await readlink(path)) : await readFile(path, { signal })
    const hash = createHash(blob.length === 64 ? 'sha256' : 'sha1')
      .update(`blob ${content.length}\0`)
      .update(content)
    return hash.digest('hex') !== blob
  } catch {
    return true
  }
}

async function uncommittedFigure(
  measure: Extract<Measure, { kind: 'uncommitted' }>,
  git: AskGit,
  signal: AbortSignal,
): Promise<Figure | null> {
  const changed = await uncommittedFiles(measure, git, signal)
  return changed === null ? null : { kind: 'uncommitted', files: changed.size, atLeast: signal.aborted }
}

/** Absolute paths of the files whose content is not committed; null if git cannot tell. */
export async function uncommittedFiles(
  { cwd, paths }: Extract<Measure, { kind: 'uncommitted' }>,
  git: AskGit,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const root = await topLevel(cwd, git)
  if (root === null) return null
  return paths === null ? changedFiles(root, [], git, signal) : changedFiles(cwd, paths, git, signal)
}

async function untrackedFigure(
  measure: Extract<Measure, { kind: 'untracked' }>,
  git: AskGit,
  signal: AbortSignal,
): Promise<Figure | null> {
  const paths = await untrackedFiles(measure, git)
  if (paths === null) return null
  const found = await findFiles(paths, signal)
  return { kind: 'untracked', files: found.paths.length, bytes: found.bytes, atLeast: found.isCut }
}

/** Absolute paths of the files that `git clean` would delete; null if git cannot tell. */
export async function untrackedFiles(
  { cwd, ignored, directories, paths }: Extract<Measure, { kind: 'untracked' }>,
  git: AskGit,
): Promise<readonly string[] | null> {
  const list = (...options: readonly string[]) => git(cwd, 'ls-files', '-z', '--others', ...options, '--', ...paths)
  const answer =
    ignored === 'also'
      ? await list()
      : await list(...(ignored === 'only' ? ['--ignored', '--exclude-standard'] : ['--exclude-standard']))
  if (answer === null) return null
  const tracked = new Set(pathsIn(await git(cwd, 'ls-files', '-z')).flatMap(parentsOf))
  // Without `-d`, git leaves directories alone that have no tracked file.
  const names = pathsIn(answer).filter(name => directories || !name.includes('/') || tracked.has(dirname(name)))
  return names.filter(name => !name.endsWith('/')).map(name => resolve(cwd, name))
}

const parentsOf = (name: string): readonly string[] => {
  const parents: string[] = []
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) parents.push(parent)
  return parents
}

async function resetFigure({ cwd, to }: Extract<Measure, { kind: 'reset' }>, git: AskGit): Promise<Figure | null> {
  if (to.startsWith('-')) return null
  const branch = (await git(cwd, 'symbolic-ref', '--quiet', 'HEAD'))?.trim() ?? null
  const others = branch === null ? ['--branches'] : [`--exclude=${branch.replace(/^refs\/heads\//, '')}`, '--branches']
  return commits('reset', await git(cwd, 'rev-list', '--count', 'HEAD', '--not', to, ...others, '--tags', '--remotes'))
}

async function branchFigure(
  { cwd, names }: Extract<Measure, { kind: 'branches' }>,
  git: AskGit,
): Promise<Figure | null> {
  if (names.length === 0 || names.some(name => name.startsWith('-'))) return null
  const refs = names.map(name => `refs/heads/${name}`)
  const others = [...names.map(name => `--exclude=${name}`), '--branches', '--tags', '--remotes', 'HEAD']
  return commits('branches', await git(cwd, 'rev-list', '--count', ...refs, '--not', ...others))
}

async function pushFigure(
  { cwd, remote, branch }: Extract<Measure, { kind: 'push' }>,
  git: AskGit,
): Promise<Figure | null> {
  const current = (await git(cwd, 'symbolic-ref', '--quiet', '--short', 'HEAD'))?.trim() ?? null
  const pushed = branch === null || branch === 'HEAD' ? current : branch
  if (pushed === null) return null
  const from = remote ?? (await git(cwd, 'config', '--get', `branch.${current}.remote`))?.trim() ?? 'origin'
  const tracking = `refs/remotes/${from}/${pushed.replace(/^refs\/heads\//, '')}`
  return commits('push', await git(cwd, 'rev-list', '--count', tracking, '--not', '--branches'))
}

async function stashFigure({ cwd, all }: Extract<Measure, { kind: 'stashes' }>, git: AskGit): Promise<Figure | null> {
  const listed = await git(cwd, 'reflog', 'show', '--format=%H', 'refs/stash')
  const count = listed === null ? 0 : listed.split('\n').filter(line => line !== '').length
  return { kind: 'stashes', count: all ? count : Math.min(count, 1) }
}

const commits = (lost: 'reset' | 'branches' | 'push', answer: string | null): Figure | null =>
  answer === null ? null : { kind: 'commits', lost, count: Number(answer.trim()) }
