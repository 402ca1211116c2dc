/** Records of the journal about itself, in the same chain as the events. */
export type JournalMark = JournalOpened | SegmentOpened | JournalRepaired

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
  readonly what: 'torn_tail' | 'head'
  /** The file with the saved fragment, its length and its SHA-256; null if there is none. */
  readonly kept: string | null
  readonly bytes: number
  readonly digest: string | null
}
