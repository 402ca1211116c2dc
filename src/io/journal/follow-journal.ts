import { type CursorRecord, openCursor } from './journal-cursor.ts'
import type { JournalWatch } from './watch-journal.ts'

export interface FollowOptions {
  readonly directory: string
  readonly watch: JournalWatch
  /** The number of the last record that the follower has already. */
  readonly after: number
  /** Gets the records in their order, each once, in batches of about a megabyte. */
  readonly give: (records: readonly CursorRecord[]) => void
  /** Another journal has taken the place of this one: what was given does not count any more, and the new one follows from its start. */
  readonly restart: () => void
}

export interface JournalFollower {
  /** Gives all records that are durable now. */
  catchUp(): void
  /** The number of the last record that was given. */
  readonly sequence: number
  close(): void
}

/** Follows the journal as this and other processes append to it. The first records are given before it returns. */
export function followJournal({ directory, watch, after, give, restart }: FollowOptions): JournalFollower {
  let cursor = openCursor(directory, after)
  let journal = watch.head()?.journal ?? null

  function catchUp(): void {
    const head = watch.head()
    if (head === null) return
    if (head.journal !== journal) {
      if (journal !== null) {
        cursor.close()
        cursor = openCursor(directory, 0)
        restart()
      }
      journal = head.journal
    }
    for (let records = cursor.next(head.sequence); records.length > 0; records = cursor.next(head.sequence))
      give(records)
  }

  const stop = watch.changes.on(catchUp)
  catchUp()
  return {
    catchUp,
    get sequence() {
      return cursor.sequence
    },
    close: () => {
      stop()
      cursor.close()
    },
  }
}
