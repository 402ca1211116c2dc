/** What the journal writes about itself. Marks are records of the same chain, beside the events of calls. */
export type JournalMark = JournalOpened | SegmentOpened | JournalRepaired

/** The first record: names the journal, so that two journals cannot be told as one. */
export interface JournalOpened {
  readonly type: 'journal_opened'
  readonly at: string
  readonly journal: string
}

/** The first record of each further segment. */
export interface SegmentOpened {
  readonly type: 'journal_segment'
  readonly at: string
  readonly segment: number
  /** The hash of the last record of the segment before. */
  readonly previous: string
}

/** What a writer found broken and did about it. */
export interface JournalRepaired {
  readonly type: 'journal_repaired'
  readonly at: string
  readonly what: 'torn_tail' | 'head'
  /** The file that keeps the fragment, how long it is, and its SHA-256; null if there is none. */
  readonly kept: string | null
  readonly bytes: number
  readonly digest: string | null
}
