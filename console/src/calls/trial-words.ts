import type { TimelineRow } from '../../../src/server/api.ts'

type Tried = Pick<TimelineRow, 'trial' | 'flags'>

/** How a call ran and what became of its changes, in words for badges. Calls without a fence or an overlay have none. */
export function trialBadges({ trial, flags }: Tried): readonly string[] {
  const ran = flags.includes('contained') ? ['contained'] : trial?.mode === 'trial' ? ['trial'] : []
  if (trial === null || trial.changes.length === 0) return ran
  return [...ran, ...(trial.undone !== null ? ['undone'] : trial.kept ? [] : ['discarded'])]
}

/** The call's changes and whether they are still in place, in a few words. */
export function trialLine({ trial }: Pick<TimelineRow, 'trial'>): string {
  if (trial === null || trial.changes.length === 0) return ''
  if (trial.undone !== null) return `undone: ${trial.summary}`
  return trial.kept ? trial.summary : `discarded: ${trial.summary}`
}

/** Whether an undo may be possible, as far as the journal knows. */
export const mayUndo = ({ trial }: Pick<TimelineRow, 'trial'>): boolean =>
  trial?.kept === true && trial.canUndo && trial.undone === null && trial.changes.length > 0
