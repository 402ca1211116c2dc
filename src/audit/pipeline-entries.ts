import type { JsonObject } from '../core/json.ts'
import type { CallRequested, JournalEvent } from './event.ts'
import { approvalEntry, toolAttempt, violationEntry } from './names.ts'

/** Turns events into the lines of the pipeline's audit file, with the names of its document (R138). */
export function pipelineEntries(): (event: JournalEvent) => JsonObject | null {
  const open = new Map<string, CallRequested>()
  return event => {
    switch (event.type) {
      case 'tool_call_requested':
        if (open.size < maxOpen) open.set(event.call, event)
        return null
      case 'security_violation':
        return violationEntry(event)
      case 'approval_decided':
        return approvalEntry(event)
      case 'tool_call_judged': {
        const requested = open.get(event.call)
        open.delete(event.call)
        return requested === undefined ? null : toolAttempt(requested, event)
      }
      default:
        return null
    }
  }
}

/** Limits the memory for calls that are never judged. */
const maxOpen = 10_000
