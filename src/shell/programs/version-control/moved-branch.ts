import { resolvePath } from '../../../core/path.ts'
import { isKnown, type Word } from '../../../core/word.ts'
import { placeFrom } from '../../frame/scope.ts'
import type { Sorted } from '../engine/arguments.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import { gitDirectory } from './git-directory.ts'

/**
 * Whether the command moves a branch away from commits that nothing else keeps: `branch -f`, `checkout -B`, `switch -C`,
 * `worktree add -B`. The branch's reflog keeps them, unless the branch is replaced or deleted, and its reflog with it.
 */
export function losesBranch(sorted: Sorted, call: ProgramCall): boolean {
  const { options, operands, path } = sorted
  const has = (name: string) => options.some(({ option }) => option.name === name)
  if (path[0] === 'branch') {
    if (!has('-f')) return false
    return has('-d') || has('-m') || has('-c') || !keepsReflog(operands[0] ?? '', sorted, call)
  }
  const name = options.find(
    ({ option }) => option.does('').includes('change git/branch') && moving.has(option.name),
  )?.value
  return name !== undefined && name !== null && !keepsReflog(name, sorted, call)
}

const moving = new Set(['-B', '-C'])

/** Whether the branch has a reflog, or does not exist yet. */
function keepsReflog(branch: Word, { options }: Sorted, { frame }: ProgramCall): boolean {
  const { facts } = frame.world
  const from = options.findLast(({ option, value }) => option.does(value).includes('cwd'))?.value ?? '.'
  const place = placeFrom(frame.scope.cwd, from)
  if (!isKnown(place) || !isKnown(branch) || frame.where.at !== 'local') return false
  const repository = gitDirectory(resolvePath('/', place), facts)
  if (repository === null || 'unread' in repository) return false
  const { common } = repository
  if (facts.kind(`${common}/logs/refs/heads/${branch}`) === 'file') return true
  const packed = facts.kind(`${common}/packed-refs`) === 'missing' ? '' : facts.text(`${common}/packed-refs`)
  return (
    facts.kind(`${common}/refs/heads/${branch}`) === 'missing' &&
    packed !== null &&
    !packed.split('\n').some(line => line.endsWith(` refs/heads/${branch}`))
  )
}
