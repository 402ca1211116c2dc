import type { World } from '../../../core/call.ts'
import type { EnvEntry } from '../../../core/effect.ts'
import type { FileFacts } from '../../../core/facts.ts'
import { baseName, isWithin, resolvePath } from '../../../core/path.ts'
import type { Tier } from '../../../core/tier.ts'
import { isKnown, type Word } from '../../../core/word.ts'
import { zoneOf } from '../../../guard/zone.ts'
import type { Frame } from '../../frame/frame.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import { isIntroducedTree } from '../../provenance/introduced-code.ts'
import type { Sorted } from '../engine/arguments.ts'
import { lookUp } from '../engine/compile.ts'
import { environment } from '../engine/given-options.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { parseGitConfig } from './git-config.ts'
import { gitDirectory, type Repository } from './git-directory.ts'
import { plainSettings } from './git-settings.ts'

/**
 * Git runs commands from a repository's settings and hooks. In the project's own repository and in the home directory
 * they are the user's, and a clone brings none along. But anyone can put a whole repository into scratch space, and a
 * project can contain one: as ordinary files (`HEAD`, `config`, `objects`), or out of an archive.
 */
export function recordForeignRepository(sorted: Sorted, call: ProgramCall): void {
  const { frame } = call
  if (frame.where.at !== 'local') return
  const { facts, place } = frame.world
  const shared = environmentPaths('GIT_COMMON_DIR', sorted, call)
  for (const path of [...repositoryPlaces(sorted, call), ...shared]) {
    if (place.workspace.includes(path)) continue
    const directory = facts.realPath(path) ?? path
    const zone = zoneOf(directory, place)
    const isNew = zone !== 'workspace' || facts.kind(directory) === 'missing'
    if (isNew && isIntroducedTree(directory, frame))
      call.opaque(`repository settings written by this same command: \`${directory}\``)
    else if (zone === 'scratch' || zone === 'workspace') {
      const git = shared.includes(path) ? sharedPart(directory) : gitDirectory(directory, facts)
      const why = whatRuns(git, sorted.table.tier, frame.world)
      if (why !== null) call.opaque(why)
    } else if (sorted.table.tier !== 'read') call.touch('write', directory, 'git')
  }
}

/** The directories where git may look for the repository: the working directory, and those in options and variables. */
export function repositoryPlaces(sorted: Sorted, call: ProgramCall): readonly string[] {
  const apart = sorted.options.findLast(({ option }) => option.name === '--git-dir')?.value
  const named = apart === undefined || apart === null ? environmentPaths('GIT_DIR', sorted, call) : []
  return named.length > 0 ? named : pathsOf(apart ?? '.', sorted, call)
}

/** The directories that a variable in git's environment names; none if it is not set. */
function environmentPaths(variable: string, sorted: Sorted, call: ProgramCall): readonly string[] {
  const value = environment(call.env, call.frame).findLast(({ name }) => name === variable)?.value ?? ''
  return value === '' ? [] : pathsOf(value, sorted, call)
}

/** A path as git resolves it, after every `-C DIR`. */
function pathsOf(path: Word, { options }: Sorted, { frame }: ProgramCall): readonly string[] {
  const given: Word[] = options.flatMap(({ option, value }) =>
    value !== null && option.does(value).includes('cwd') ? [value] : [],
  )
  const isHere = given.length === 0 && path === '.'
  return places(frame.scope)
    .map(place => (isHere ? place : placeFrom(given.reduce(placeFrom, place), path)))
    .filter(isKnown)
    .map(one => resolvePath('/', one))
}

/** `GIT_COMMON_DIR` replaces the part with the settings and hooks, so it needs no `HEAD` to be used. */
const sharedPart = (directory: string): Repository => ({ own: directory, common: directory, top: directory })

/**
 * The code that a program which starts git would run from the repository that a variable names: `GIT_DIR=x make`. Null if the
 * variable names no repository, or nothing in it runs.
 */
export function repositoryRisk({ name, value }: EnvEntry, frame: Frame): string | null {
  if ((name !== 'GIT_DIR' && name !== 'GIT_COMMON_DIR') || value === '' || frame.where.at !== 'local') return null
  const { world } = frame
  for (const path of places(frame.scope)
    .map(place => placeFrom(place, value))
    .filter(isKnown)) {
    const directory = world.facts.realPath(resolvePath('/', path)) ?? path
    const git = name === 'GIT_DIR' ? gitDirectory(directory, world.facts) : sharedPart(directory)
    const why = whatRuns(git, 'execute', world)
    if (why !== null) return why
  }
  return null
}

function whatRuns(git: ReturnType<typeof gitDirectory>, tier: Tier, { facts, place }: World): string | null {
  if (git === null) return null
  if ('unread' in git) return `a repository whose directory cannot be read: \`${git.unread}\``
  const { own, common } = git
  if (isOwnRepository(own, place.workspace, facts)) return null
  const setting = [`${common}/config`, `${own}/config.worktree`].map(file => strangeSetting(file, facts)).find(isFound)
  if (setting !== undefined)
    return `a setting that may run code or redirect connections: \`${setting}\` in \`${common}\``
  const hook = facts
    .names(`${common}/hooks`)
    ?.find(name => !name.endsWith('.sample') && (tier !== 'read' || hooksOfReading.has(name)))
  return hook === undefined ? null : `a hook of another repository: \`${common}/hooks/${hook}\``
}

/**
 * Whether a git directory is the workspace's own: `.git` of its root, with worktrees and submodules inside it. In a
 * folder of several projects, which is not a repository itself, each project's `.git` is its own.
 */
const isOwnRepository = (git: string, workspace: readonly string[], facts: FileFacts): boolean =>
  workspace.some(
    root =>
      isWithin(git, `${root}/.git`) ||
      (isWithin(git, root) && baseName(git) === '.git' && facts.kind(`${root}/.git`) === 'missing'),
  )

const isFound = (setting: string | null): setting is string => setting !== null

/** Hooks that run even if git only reads. */
const hooksOfReading = new Set(['post-index-change', 'reference-transaction'])

/** The first setting in a file that is not known to be harmless. */
function strangeSetting(file: string, facts: FileFacts): string | null {
  const text = facts.text(file)
  if (text === null) return facts.kind(file) === 'missing' ? null : baseName(file)
  const settings = parseGitConfig(text)
  if (settings === null) return baseName(file)
  for (const { section, subsection, name: key, value } of settings) {
    const name = [section, subsection, key].filter(Boolean).join('.').toLowerCase()
    const isSwitch = name === 'core.fsmonitor' && (value === 'true' || value === 'false')
    if (!isSwitch && lookUp(harmless, name) === null) return name
  }
  return null
}

/** Settings that git writes itself, and those that only change its output. */
const harmless = {
  [`${plainSettings} core.logAllRefUpdates`.toLowerCase()]: true,
  'core.repositoryformatversion core.bare core.hidedotfiles core.sparsecheckout core.sparsecheckoutcone': true,
  'extensions.objectformat extensions.refstorage extensions.partialclone extensions.worktreeconfig extensions.relativeworktrees': true,
  'remote.*.url remote.*.pushurl remote.*.fetch remote.*.push remote.*.tagopt remote.*.prune remote.*.mirror remote.*.promisor remote.*.partialclonefilter remote.*.gh-resolved': true,
  'branch.*.remote branch.*.pushremote branch.*.gh-merge-base branch.*.vscode-merge-base remote.pushdefault': true,
  'submodule.active submodule.*.url submodule.*.active submodule.*.branch': true,
  'lfs.repositoryformatversion lfs.*.access gc.* maintenance.strategy': true,
} as const
