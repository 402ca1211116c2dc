import type { Broadcast } from '../audit/broadcast.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { Journal } from '../audit/journal.ts'
import { redactedEvent } from '../audit/record.ts'
import type { Fault } from '../core/fault.ts'

/** Writes events to the journal in one flush, then sends them to the listeners. Returns the fault if the write failed. */
export type RecordEvents = (batch: readonly JournalEvent[]) => Promise<Fault | null>

export const eventRecorder =
  (journal: Journal, listeners: Broadcast<JournalEvent>): RecordEvents =>
  async batch => {
    if (batch.length === 0) return null
    const written = await journal.append(batch)
    if (!written.ok) return written.faults[0]
    for (const event of batch) listeners.send(() => redactedEvent(event))
    return null
  }
