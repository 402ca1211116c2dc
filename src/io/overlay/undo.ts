import type { TrialUndone } from '../../audit/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { undoSummary } from '../../trial/diff-words.ts'
import type { Manifest } from '../../trial/manifest.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { changedSinceCommit, unreachablePaths } from './commit.ts'
import { stateAt } from './file-state.ts'
import { finishUndo } from './recover.ts'
import { locked, trialPaths } from './trials.ts'
import { readPointManifest, type UndoPoint, undoPoints } from './undo-store.ts'

export interface UndoOptions {
  /** The start of a point's id, or of the id of its call; the newest point by default. */
  readonly id?: string | undefined
  /** Whether files that were changed since are overwritten. */
  readonly force: boolean
  /** Records the undo. INVARIANT: no file is restored unless this succeeded. */
  readonly record: (event: Omit<TrialUndone, 'at' | 'by'>) => Promise<Result<unknown>>
}

/** The point that an undo would take back. */
export function findPoint(id: string | undefined, env: NodeJS.ProcessEnv = process.env): Result<UndoPoint> {
  const points = undoPoints(trialPaths(env).undo)
  const [newest] = points
  if (newest === undefined) return fail('not_found', 'there is nothing to undo')
  if (id === undefined) return ok(newest)
  const [found, ...more] = points.filter(point => point.id.startsWith(id) || point.call?.startsWith(id) === true)
  if (found === undefined)
    return fail('not_found', `there is no undo point \`${id}\`; \`sallyport undo --list\` shows all`)
  return more.length === 0 ? ok(found) : fail('not_found', `several undo points start with \`${id}\``)
}

/** An undo point that is whole, and what taking it back does. */
export interface PossibleUndo {
  readonly point: UndoPoint
  /** `brings back 246 files, restores 3`. */
  readonly summary: string
}

/** What an undo would do; a fault says why it is not possible, for example because a file was changed since. */
export function possibleUndo(
  { id, force }: Pick<UndoOptions, 'id' | 'force'>,
  env: NodeJS.ProcessEnv = process.env,
): Result<PossibleUndo> {
  const { undo: store } = trialPaths(env)
  const point = findPoint(id, env)
  if (!point.ok) return point
  const manifest = readPointManifest(store, point.value.id)
  if (manifest === null) return fail('conflict', `the undo point \`${point.value.id}\` is damaged`)
  const lost = lostImage(manifest, `${store}/${point.value.id}`)
  if (lost !== null)
    return fail('conflict', `the old \`${lost}\` is not in the undo point as it was; nothing was undone`)
  const changed = force ? [] : changedSinceCommit(manifest.changes)
  if (changed.length > 0) return fail('conflict', changedText(changed))
  const [unreachable] = unreachablePaths(manifest.changes)
  if (unreachable !== undefined)
    return fail('conflict', `a directory on the way to \`${unreachable}\` is gone or a link; nothing was undone`)
  return ok({ point: point.value, summary: undoSummary(manifest) })
}

/** Restores the files of an undo point. Refuses if a file was changed since, unless `force`. */
export function undo(
  { id, force, record }: UndoOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<PossibleUndo>> {
  const paths = trialPaths(env)
  return locked(paths.trials, async () => {
    const possible = possibleUndo({ id, force }, env)
    if (!possible.ok) return possible
    const { point, summary } = possible.value
    const recorded = await record({ type: 'trial_undone', call: point.call, trial: point.id, summary })
    if (!recorded.ok) return recorded
    writeAtomic(`${paths.undo}/${point.id}/undoing`, '')
    const done = finishUndo(paths.undo, point.id)
    return done.ok ? possible : done
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
