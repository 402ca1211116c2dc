import type { TimelineRow } from '../../audit/timeline-row.ts'
import { possibleUndo } from '../../io/overlay/undo.ts'
import type { UndoState } from '../api.ts'

/** What an undo of a call would do now, or why there is none; null if the call kept no changes. */
export function undoState({ trial }: Pick<TimelineRow, 'trial'>, env: NodeJS.ProcessEnv): UndoState | null {
  if (trial === null || !trial.kept || trial.changes.length === 0) return null
  if (trial.undone !== null) return no(`it was undone by ${trial.undone.by}`)
  if (!trial.canUndo) return no('the old files did not fit the undo store')
  const possible = possibleUndo({ id: trial.id, force: false }, env)
  if (possible.ok) return { isPossible: true, does: possible.value.summary }
  const [{ code, message }] = possible.faults
  return no(
    code === 'not_found'
      ? 'its undo point is gone: points are kept for seven days, and the oldest make room for new ones'
      : message,
  )
}

const no = (because: string): UndoState => ({ isPossible: false, because })
