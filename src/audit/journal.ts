import type { Result } from '../core/fault.ts'
import type { JournalEvent } from './event.ts'

/** The append-only record. A failure is a value: `append` never throws and never rejects. */
export interface Journal {
  /** When it resolves `ok`, the events are on disk, in order and in one piece. */
  append(events: readonly JournalEvent[]): Promise<Result<Receipt>>
  close(): Promise<void>
}

export interface Receipt {
  readonly sequence: number
  readonly hash: string
}
