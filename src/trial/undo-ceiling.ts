import { limits } from '../core/limits.ts'

/** The most that the undo points take together, and how long one is kept. */
export interface UndoCeiling {
  readonly bytes: number
  readonly ms: number
}

export const defaultCeiling: UndoCeiling = { bytes: limits.undoBytes, ms: limits.undoMs }

/** The smallest of several settings; the default where none is set. */
export const undoCeiling = (settings: readonly Partial<UndoCeiling>[]): UndoCeiling => {
  const least = (key: keyof UndoCeiling) => settings.flatMap(one => one[key] ?? []).sort((a, b) => a - b)[0]
  return { bytes: least('bytes') ?? defaultCeiling.bytes, ms: least('ms') ?? defaultCeiling.ms }
}

/** What a person is told before a call runs whose old files cannot be kept. */
export const notUndoable = 'cannot be undone: the old files do not fit the undo store'

/** The same for a call that a client runs: what it loses is copied before. */
export const notCopied = 'cannot be undone: the old files are too many to copy, or not known before it runs'

/** The bytes that the store needs for one changed file besides its old content: a manifest has two states and a path for it. */
export const bytesOfNotes = 2_048
