import type { FileFacts } from '../../../core/facts.ts'
import { baseName, isWithin, resolvePath } from '../../../core/path.ts'
import { isKnown, type Word } from '../../../core/word.ts'
import { zoneOf } from '../../../guard/zone.ts'
import { placeFrom, places } from '../../frame/scope.ts'
import { isIntroducedTree } from '../../provenance/introduced-code.ts'
import type { Sorted } from '../engine/arguments.ts'
import { lookUp } from '../engine/compile.ts'
import { environment } from '../engine/given-options.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { parseGitConfig } from './git-config.ts'
import { gitDirectory } from './git-directory.ts'
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
  for (const path of repositoryPlaces(sorted, call)) {
    if (place.workspace.includes(path)) continue
    const directory = facts.realPath(path) ?? path
    const zone = zoneOf(directory, place)
    const isNew = zone !== 'workspace' || facts.kind(directory) === 'missing'
    if (isNew && isIntroducedTree(directory, frame))
      call.opaque(`repository settings written by this same command: \`${directory}\``)
    else if (zone === 'scratch' || zone === 'workspace') {
      const why = whatRuns(directory, sorted, call)
      if (why !== null) call.opaque(why)
    } else if (sorted.table.tier !== 'read') call.touch('write', directory, 'git')
  }
}

/** The directories where git may look for the repository: the working directory, and those in options and variables. */
export function repositoryPlaces({ options }: Sorted, { env, frame }: ProgramCall): readonly string[] {
  const given: Word[] = options.flatMap(({ option, value }) =>
    value !== null && option.does(value).includes('cwd') ? [value] : [],
  )
  const apart = options.findLast(({ option }) => option.name === '--git-dir')?.value
  const named = environment(env, frame).flatMap(({ name, value }) => (name === 'GIT_DIR' ? [value] : []))
  const directories = [...(apart === undefined || apart === null ? [] : [apart]), ...named]
  return places(frame.scope)
    .flatMap(place => {
      const from = given.reduce(placeFrom, place)
      return directories.length === 0 ? [from] : directories.map(directory => placeFrom(from, directory))
    })
    .filter(isKnown)
    .map(path => resolvePath('/', path))
}

function whatRuns(directory: string, { table }: Sorted, { frame }: ProgramCall): string | null {
  const { facts, place } = frame.world
  const git = gitDirectory(directory, facts)
  if (git === null) return null
  if ('unread' in git) return `a repository whose directory cannot be read: \`${git.unread}\``
  const { own, common } = git
  if (isOwnRepository(own, place.workspace, facts)) return null
  const setting = [`${common}/config`, `${own}/config.worktree`].map(file => strangeSetting(file, facts)).find(isFound)
  if (setting !== undefined)
    return `a setting that may run code or redirect connections: \`${setting}\` in \`${common}\``
  const hook = facts
    .names(`${common}/hooks`)
    ?.find(name => !name.endsWith('.sample') && (table.tier !== 'read' || hooksOfReading.has(name)))
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
  [plainSettings.toLowerCase()]: true,
  'core.repositoryformatversion core.bare core.hidedotfiles core.sparsecheckout core.sparsecheckoutcone': true,
  'extensions.objectformat extensions.refstorage extensions.partialclone extensions.worktreeconfig extensions.relativeworktrees': true,
  'remote.*.url remote.*.pushurl remote.*.fetch remote.*.push remote.*.tagopt remote.*.prune remote.*.mirror remote.*.promisor remote.*.partialclonefilter remote.*.gh-resolved': true,
  'branch.*.remote branch.*.pushremote branch.*.gh-merge-base branch.*.vscode-merge-base remote.pushdefault': true,
  'submodule.active submodule.*.url submodule.*.active submodule.*.branch': true,
  'lfs.repositoryformatversion lfs.*.access gc.* maintenance.strategy': true,
} as const
