import { parentOf } from '../../core/path.ts'
import { isKnown } from '../../core/word.ts'
import type { Frame } from '../frame/frame.ts'

/** The output of `git rev-parse --show-toplevel`, if the files on disk determine it and the call has not changed any. */
export function printedGitRoot(args: readonly string[], frame: Frame): string | null {
  const { scope, world, recorder } = frame
  if (args.join(' ') !== 'rev-parse --show-toplevel' || frame.where.at !== 'local') return null
  if (!isKnown(scope.cwd) || scope.elsewhere.length > 0 || recorder.hasChanged() || hasGitVariable(frame)) return null
  const cwd = world.facts.realPath(scope.cwd)
  return cwd === null || cwd.split('/').includes('.git') ? null : topFrom(cwd, frame)
}

/** Set by `GIT_DIR=…` or `GIT_WORK_TREE=…`. */
const hasGitVariable = ({ scope }: Frame): boolean => [...scope.variables.keys()].some(name => name.startsWith('GIT_'))

/** The nearest directory upwards that contains an ordinary repository; null if an unusual one comes first. */
function topFrom(cwd: string, { world: { facts } }: Frame): string | null {
  for (let top = cwd; top !== '/'; top = parentOf(top)) {
    const git = `${top}/.git`
    const kind = facts.kind(git)
    // A bare repository, or one whose work tree may be anywhere.
    if (facts.kind(`${top}/HEAD`) !== 'missing' || kind === 'file' || kind === 'other') return null
    if (kind === 'missing') continue
    const isWhole =
      facts.realPath(git) === git &&
      facts.kind(`${git}/HEAD`) === 'file' &&
      facts.kind(`${git}/objects`) === 'directory' &&
      facts.kind(`${git}/refs`) === 'directory'
    return isWhole && !movesWorkTree.test(facts.text(`${git}/config`) ?? 'include') ? top : null
  }
  return null
}

/** Settings that move the work tree or remove it. */
const movesWorkTree = /worktree|include|\bbare\s*(=\s*[^f\s]|$)/im
