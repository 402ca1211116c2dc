import { textIn } from '../../audit/recorded-fields.ts'
import type { JsonObject } from '../../core/json.ts'

/** How many calls there were, how many asked a person, and how many were denied. A question that expired denied nothing. */
export interface CallTally {
  readonly calls: number
  readonly asked: number
  readonly denied: number
}

export const noCalls: CallTally = { calls: 0, asked: 0, denied: 0 }

/** The tally after one more record. */
export function countRecord(tally: CallTally, event: JsonObject): CallTally {
  switch (textIn(event, 'type')) {
    case 'tool_call_requested':
      return { ...tally, calls: tally.calls + 1 }
    case 'approval_requested':
      return { ...tally, asked: tally.asked + 1 }
    case 'tool_call_judged':
      if (event['decision'] === 'ask') return { ...tally, asked: tally.asked + 1 }
      if (event['decision'] === 'deny' && !withoutAnswer.has(textIn(event, 'code')))
        return { ...tally, denied: tally.denied + 1 }
      return tally
    default:
      return tally
  }
}

const withoutAnswer = new Set(['approval_timeout', 'approval_aborted', 'cancelled'])

export const addTallies = (a: CallTally, b: CallTally): CallTally => ({
  calls: a.calls + b.calls,
  asked: a.asked + b.asked,
  denied: a.denied + b.denied,
})
