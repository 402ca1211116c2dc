import { collectCalls } from '../report.ts'
import type { History } from './history.ts'

/** The calls of one span of time. */
export interface TimeSlot {
  /** The start of the slot, in milliseconds since 1970. */
  readonly at: number
  readonly allowed: number
  readonly asked: number
  readonly denied: number
  /** Calls that ran although the policy would have stopped them: it watched, or was paused. */
  readonly watched: number
}

export interface Period {
  readonly from: number
  readonly slotMs: number
  readonly slots: number
}

/** Counts calls by result in slots of equal length. Every slot of the period is there, empty ones too. */
export function countOverTime({ from, slotMs, slots }: Period): History<readonly TimeSlot[]> {
  const counts = Array.from({ length: slots }, (_, index) => ({
    at: from + index * slotMs,
    allowed: 0,
    asked: 0,
    denied: 0,
    watched: 0,
  }))
  const judgedCall = collectCalls()
  return {
    add: event => {
      const call = judgedCall(event)
      if (call === null) return
      const slot = counts[Math.floor((Date.parse(call.judged.at) - from) / slotMs)]
      if (slot !== undefined) slot[call.became] += 1
    },
    total: () => counts,
  }
}
