import type { Result } from '../core/fault.ts'
import type { JournalEvent } from './event.ts'

/** The record of everything. A failure is a value: `append` never throws and never rejects. */
export interface Journal {
  /** Durable, in order and unbroken once it resolves `ok`. */
  append(events: readonly JournalEvent[]): Promise<Result<Receipt>>
  close(): Promise<void>
}

export interface Receipt {
  readonly sequence: number
  readonly hash: string
}
