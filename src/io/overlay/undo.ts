import { fail, ok, type Result } from '../../core/fault.ts'
import type { Manifest } from '../../trial/manifest.ts'
import { changedSinceCommit, unreachablePaths } from './commit.ts'
import { stateAt } from './file-state.ts'
import { finishUndo } from './recover.ts'
import { locked, trialPaths, writeFlushed } from './trials.ts'
import { readPointManifest, type UndoPoint, undoPoints } from './undo-store.ts'

export interface UndoOptions {
  /** The start of a point's id; the newest point by default. */
  readonly id?: string | undefined
  /** Whether files that were changed since are overwritten. */
  readonly force: boolean
}

/** The point that an undo would take back. */
export function findPoint(id: string | undefined, env: NodeJS.ProcessEnv = process.env): Result<UndoPoint> {
  const points = undoPoints(trialPaths(env).undo)
  const [newest] = points
  if (newest === undefined) return fail('not_found', 'there is nothing to undo')
  if (id === undefined) return ok(newest)
  const [found, ...more] = points.filter(point => point.id.startsWith(id))
  if (found === undefined)
    return fail('not_found', `there is no undo point \`${id}\`; \`sallyport undo --list\` shows all`)
  return more.length === 0 ? ok(found) : fail('not_found', `several undo points start with \`${id}\``)
}

/** Restores the files of an undo point. Refuses if a file was changed since, unless `force`. */
export function undo({ id, force }: UndoOptions, env: NodeJS.ProcessEnv = process.env): Promise<Result<UndoPoint>> {
  const paths = trialPaths(env)
  return locked(paths.trials, () => {
    const point = findPoint(id, env)
    if (!point.ok) return point
    const directory = `${paths.undo}/${point.value.id}`
    const manifest = readPointManifest(paths.undo, point.value.id)
    if (manifest === null) return fail('conflict', `the undo point \`${point.value.id}\` is damaged`)
    const lost = lostImage(manifest, directory)
    if (lost !== null)
      return fail('conflict', `the old \`${lost}\` is not in the undo point as it was; nothing was undone`)
    const changed = force ? [] : changedSinceCommit(manifest.changes)
    if (changed.length > 0) return fail('conflict', changedText(changed))
    const [unreachable] = unreachablePaths(manifest.changes)
    if (unreachable !== undefined)
      return fail('conflict', `a directory on the way to \`${unreachable}\` is gone or a link; nothing was undone`)
    writeFlushed(`${directory}/undoing`, '')
    const done = finishUndo(paths.undo, point.value.id)
    return done.ok ? point : done
  })
}

const changedText = (paths: readonly string[]): string => {
  const [first = '', ...more] = paths
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `\`${first}\`${others} changed since, and an undo would lose that; nothing was undone`
}

/** An old file that is missing in the point, or that was changed through another name. */
function lostImage({ changes }: Manifest, directory: string): string | null {
  const found = changes.find(({ was, content, within }, index) => {
    if (was === null || !content || within === true) return false
    const image = stateAt(`${directory}/before/${index}`)
    if (image === null) return true
    return was.kind === 'file' && (image.size !== was.size || image.kind !== 'file')
  })
  return found?.path ?? null
}
