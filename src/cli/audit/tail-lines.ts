import { type CallFold, callOf, foldCall, type NumberedEvent } from '../../audit/timeline.ts'
import { ownString } from '../../core/json.ts'

/** Something that `audit tail` prints a line for: a call with all its records, or a record that is about no call. */
export type TailItem =
  | { readonly kind: 'call'; readonly fold: CallFold }
  | { readonly kind: 'record'; readonly record: NumberedEvent }

/** The items of some records, in the order in which they began. A call whose beginning is not among them is left out. */
export function tailItems(records: readonly NumberedEvent[]): readonly TailItem[] {
  const items = new Map<string, TailItem>()
  for (const record of records) {
    const id = callOf(record.event)
    if (id === null) {
      items.set(`record ${record.sequence}`, { kind: 'record', record })
      continue
    }
    const before = items.get(id)
    const fold = foldCall(before?.kind === 'call' ? before.fold : null, record)
    if (fold !== null) items.set(id, { kind: 'call', fold })
  }
  return [...items.values()]
}

/** Follows calls record by record. Returns the item to print after a record; null if there is nothing new to say. */
export function followCalls(): (record: NumberedEvent) => TailItem | null {
  const open = new Map<string, CallFold>()
  return record => {
    const id = callOf(record.event)
    if (id === null) return { kind: 'record', record }
    const fold = foldCall(open.get(id) ?? null, record)
    if (fold === null) return null
    const type = ownString(record.event, 'type') ?? ''
    if (type === 'tool_call_finished') open.delete(id)
    else open.set(id, fold)
    for (const oldest of open.keys()) if (open.size > mostOpen) open.delete(oldest)
    // A question is worth a line, and so are the verdict and the end of a call that was started.
    const isNews =
      type === 'approval_requested' ||
      type === 'tool_call_judged' ||
      (type === 'tool_call_finished' && fold.startedAt !== null)
    return isNews ? { kind: 'call', fold } : null
  }
}

const mostOpen = 1_000
