import { type Fault, fail, ok } from '../core/fault.ts'
import { genesis, type Link, link } from './chain.ts'
import type { JournalEvent } from './event.ts'
import type { Journal } from './journal.ts'
import type { JournalMark } from './mark.ts'
import { recordText } from './record.ts'

/** A journal in memory for tests: the same records and chain as on disk, and it can be made to fail. */
export interface MemoryJournal extends Journal {
  /** The events as they were appended. */
  events(): readonly JournalEvent[]
  /** The lines as in a file. */
  lines(): readonly string[]
  /** Makes every append fail with this fault; null ends it. */
  failWith(fault: Fault | null): void
}

/**
 * @example
 * const journal = memoryJournal({ journal: 'test', at: '2025-01-01T00:00:00.000Z' })
 * journal.failWith({ code: 'audit_unavailable', message: 'disk full' })
 */
export function memoryJournal(options: { readonly journal: string; readonly at: string }): MemoryJournal {
  const lines: string[] = []
  const events: JournalEvent[] = []
  let last: Link = genesis
  let failure: Fault | null = null
  let closed = false

  function write(event: JournalEvent | JournalMark): void {
    const next = link(last, recordText(event))
    lines.push(next.line)
    last = next.link
  }

  write({ type: 'journal_opened', at: options.at, journal: options.journal })

  return {
    async append(added) {
      if (closed) return fail('audit_unavailable', 'the journal is closed')
      if (failure !== null) return { ok: false, faults: [failure] }
      for (const event of added) write(event)
      events.push(...added)
      return ok(last)
    },
    async close() {
      closed = true
    },
    events: () => events,
    lines: () => lines,
    failWith(fault) {
      failure = fault
    },
  }
}
