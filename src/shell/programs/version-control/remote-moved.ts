import { type Effect, isTouch, type Run } from '../../../core/effect.ts'
import { isWithin } from '../../../core/path.ts'
import { withinTier } from '../../../core/tier.ts'
import { isKnown, wordText } from '../../../core/word.ts'
import { sortArguments } from '../engine/arguments.ts'
import type { Compiled } from '../engine/compile.ts'

export interface EarlierEffects {
  /** The call's effects before the remote is contacted. */
  readonly effects: readonly Effect[]
  /** The files and directories that decide where the remote is. */
  readonly from: readonly string[]
  /** The directory that git runs in. */
  readonly directory: string
  /** Whether the command names its remote. If not, the branch decides as well. */
  readonly isNamed: boolean
  readonly git: Compiled
}

/**
 * Whether an earlier command of the same call may have changed where a remote leads, so that the files do not show it yet.
 * Code of the project counts: it could do so too.
 */
export const mayHaveMovedRemote = (earlier: EarlierEffects): boolean =>
  earlier.effects.some((effect, index) => mayMove(effect, index, earlier))

function mayMove(effect: Effect, index: number, earlier: EarlierEffects): boolean {
  if (isTouch(effect)) {
    const { path } = effect
    if (effect.kind === 'read') return false
    const { from, directory } = earlier
    return !isKnown(path) || isWithin(directory, path) || from.some(one => isWithin(one, path) || isWithin(path, one))
  }
  switch (effect.kind) {
    case 'run':
      return effect.code !== 'known' || !withinTier(effect.tier, 'write') || movesByGit(effect, index, earlier)
    case 'change':
      return effect.system !== 'git'
    case 'connect':
      return false
    default:
      return true
  }
}

function movesByGit({ program, args }: Run, index: number, { effects, isNamed, git }: EarlierEffects): boolean {
  const name = wordText(program)
  if (name !== 'git') return otherClients.has(name)
  const { path } = sortArguments(args, git)
  const [command = ''] = path
  if (settingCommands.has(command)) return effects.some(({ kind, by }) => by === index && kind !== 'read')
  if (trackingCommands.has(command)) return args.some(arg => !isKnown(arg) || arg.startsWith('--se'))
  return !(quietCommands.has(command) || (isNamed && branchCommands.has(command)))
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Other programs that change git's settings. */
const otherClients = words('hub gh glab jj gt tig lazygit git-town git-lfs svn hg')

/** Commands that change no settings and stay on the branch. */
const quietCommands = words(
  `status diff log show add stage commit rm mv restore reset tag push describe blame grep shortlog reflog ls-files ls-tree
  ls-remote rev-parse rev-list cat-file merge-base merge-tree name-rev show-ref for-each-ref diff-tree diff-index diff-files
  merge cherry-pick revert clean check-ignore count-objects fsck archive format-patch version help`,
)

/** Commands that may move to another branch, or set where it is pushed to. */
const branchCommands = words('checkout switch branch rebase stash worktree bisect symbolic-ref')

/** Commands that set the branch's remote if an option (`--set-upstream`) says so. */
const trackingCommands = words('fetch pull')

/** Commands that either show or change settings. */
const settingCommands = words('remote config')
