import { parentOf } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'

/**
 * Whether `git checkout --ours` or `--theirs` settles a conflict in named files. Both sides are commits, so nothing is lost.
 * Without a conflict, git takes the files from the index, and uncommitted changes in them are lost.
 */
export const resolvesConflict = (files: readonly Word[], call: ProgramCall): boolean =>
  files.length > 0 && files.every(file => isFileName(file, call)) && (isMerging(call) || hasJustMerged(call))

function isFileName(word: Word, { frame: { scope, world } }: ProgramCall): boolean {
  if (!isKnown(word) || !isKnown(scope.cwd) || /[*?[\]:\\]|^\.{1,2}$|\/$/.test(word)) return false
  return world.facts.kind(word.startsWith('/') ? word : `${scope.cwd}/${word}`) !== 'directory'
}

/** Whether the repository of the working directory is in the middle of a merge. */
function isMerging({ frame: { scope, where, world } }: ProgramCall): boolean {
  if (!isKnown(scope.cwd) || where.at !== 'local') return false
  const { facts } = world
  for (let top = scope.cwd; top !== '/'; top = parentOf(top)) {
    const kind = facts.kind(`${top}/.git`)
    if (kind === 'missing') continue
    const linked = kind === 'file' ? /^gitdir: (\/\S+)\s*$/.exec(facts.text(`${top}/.git`) ?? '')?.[1] : undefined
    return operations.some(name => facts.kind(`${linked ?? `${top}/.git`}/${name}`) !== 'missing')
  }
  return false
}

/** The files and directories that git keeps while an operation waits for conflicts to be settled. */
const operations = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']

/** `git merge main || git checkout --theirs package-lock.json`. */
const hasJustMerged = ({ frame: { recorder, where } }: ProgramCall): boolean =>
  recorder.effects.some(
    effect =>
      effect.kind === 'run' &&
      effect.program === 'git' &&
      effect.where.at === where.at &&
      merging.has(wordText(effect.args[0] ?? '')),
  )

const merging = new Set(['merge', 'rebase', 'cherry-pick', 'revert', 'pull'])
