import { textIn } from '../recorded-fields.ts'
import type { History } from './history.ts'

/** How the questions of a period ended, and how long people took. Clients answer in their own prompts without telling. */
export interface AnswerTimes {
  readonly approved: number
  readonly denied: number
  /** No one answered in time. An expired question is not a denied one. */
  readonly expired: number
  readonly cancelled: number
  /** Questions that were handed over: the call was denied until a person approves it. */
  readonly handedOver: number
  /** Questions that were still open at the end of the period. */
  readonly open: number
  /** Over the answers of people, in milliseconds; null without one. */
  readonly medianMs: number | null
  readonly p90Ms: number | null
}

export function countAnswers(): History<AnswerTimes> {
  const askedAt = new Map<string, number>()
  const times: number[] = []
  const ends = { approved: 0, denied: 0, expired: 0, cancelled: 0, handedOver: 0 }
  return {
    add: event => {
      const type = textIn(event, 'type')
      const call = textIn(event, 'call')
      if (type === 'approval_requested') askedAt.set(call, Date.parse(textIn(event, 'at')))
      if (type !== 'approval_decided') return
      const asked = askedAt.get(call)
      // A remembered answer has no question before it.
      if (asked === undefined) return
      askedAt.delete(call)
      const reason = textIn(event, 'reason')
      const end = endOf(reason, textIn(event, 'decision'))
      if (end !== null) ends[end] += 1
      const took = Date.parse(textIn(event, 'at')) - asked
      if (reason === 'provider' && took >= 0) times.push(took)
    },
    total: () => {
      const sorted = times.toSorted((a, b) => a - b)
      return { ...ends, open: askedAt.size, medianMs: quantile(sorted, 0.5), p90Ms: quantile(sorted, 0.9) }
    },
  }
}

type End = 'approved' | 'denied' | 'expired' | 'cancelled' | 'handedOver'

function endOf(reason: string, decision: string): End | null {
  if (reason === 'timeout' || reason === 'timeout_default') return 'expired'
  if (reason === 'cancelled') return 'cancelled'
  if (reason === 'waiting') return 'handedOver'
  if (reason === 'provider' || reason === 'rule' || reason === 'auto')
    return decision.startsWith('approved') ? 'approved' : 'denied'
  return null
}

/** The nearest-rank quantile of sorted values; null if there are none. */
const quantile = (sorted: readonly number[], part: number): number | null =>
  sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? null
