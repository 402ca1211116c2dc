import { type JsonObject, own, ownString } from '../core/json.ts'

/** Records of the journal about itself, in the same chain as the events. */
export type JournalMark = JournalOpened | SegmentOpened | JournalRepaired | JournalContinued

/** The first record. It names the journal, so that two journals cannot be mixed up. */
export interface JournalOpened {
  readonly type: 'journal_opened'
  readonly at: string
  readonly journal: string
}

/** The first record of every later segment. */
export interface SegmentOpened {
  readonly type: 'journal_segment'
  readonly at: string
  readonly segment: number
  /** The hash of the last record of the segment before. */
  readonly previous: string
}

/** Damage that a writer found, and how it repaired it. */
export interface JournalRepaired {
  readonly type: 'journal_repaired'
  readonly at: string
  readonly what: 'torn_tail'
  /** The file with the saved fragment, its length and its SHA-256. */
  readonly kept: string
  readonly bytes: number
  readonly digest: string
}

/** A person accepted that an earlier journal is broken, and started this one. Every later journal repeats it. */
export interface JournalContinued {
  readonly type: 'journal_continued'
  readonly at: string
  readonly by: string
  /** The first fault of the earlier journal. */
  readonly fault: string
  /** The number of the last record before the fault, and its hash. */
  readonly intact: number
  readonly hash: string
  /** The number of the last record that was written, from the head file; null if that file is missing or damaged. */
  readonly written: number | null
  /** The directory with the earlier journal; null if it was deleted. */
  readonly kept: string | null
}

/** Reads the mark back. A field of another type is taken as unknown: the break itself must stay visible. */
export const readContinued = (event: JsonObject): JournalContinued => ({
  type: 'journal_continued',
  at: ownString(event, 'at') ?? '',
  by: ownString(event, 'by') ?? 'unknown',
  fault: ownString(event, 'fault') ?? 'unknown',
  intact: numberIn(event, 'intact') ?? 0,
  hash: ownString(event, 'hash') ?? '',
  written: numberIn(event, 'written'),
  kept: ownString(event, 'kept') ?? null,
})

const numberIn = (event: JsonObject, key: string): number | null => {
  const value = own(event, key)
  return typeof value === 'number' ? value : null
}
