import { parentOf } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/** What `git rev-parse --show-toplevel` prints, where the files tell it and the call has changed none. */
export function printedGitRoot(args: readonly string[], frame: Frame): string | null {
  const { scope, world, recorder } = frame
  if (args.join(' ') !== 'rev-parse --show-toplevel' || frame.where.at !== 'local') return null
  if (!isKnown(scope.cwd) || scope.elsewhere.length > 0 || recorder.hasChanged() || isToldElsewhere(frame)) return null
  const cwd = world.facts.realPath(scope.cwd)
  return cwd === null || cwd.split('/').includes('.git') ? null : topFrom(cwd, frame)
}

/** `GIT_DIR=…`, `GIT_WORK_TREE=…`. */
const isToldElsewhere = ({ scope }: Frame): boolean => [...scope.variables.keys()].some(name => name.startsWith('GIT_'))

/** The directory above that has a repository in it; null where one is of another kind. */
function topFrom(cwd: string, { world: { facts } }: Frame): string | null {
  for (let top = cwd; top !== '/'; top = parentOf(top)) {
    const git = `${top}/.git`
    const kind = facts.kind(git)
    // A repository without files of its own, or one whose files may be anywhere.
    if (facts.kind(`${top}/HEAD`) !== 'missing' || kind === 'file' || kind === 'other') return null
    if (kind === 'missing') continue
    const isWhole =
      facts.realPath(git) === git &&
      facts.kind(`${git}/HEAD`) === 'file' &&
      facts.kind(`${git}/objects`) === 'directory' &&
      facts.kind(`${git}/refs`) === 'directory'
    return isWhole && !leadsElsewhere.test(facts.text(`${git}/config`) ?? 'include') ? top : null
  }
  return null
}

/** Settings by which the files may be anywhere, or nowhere. */
const leadsElsewhere = /worktree|include|\bbare\s*(=\s*[^f\s]|$)/im
