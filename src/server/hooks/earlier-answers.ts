import type { ApprovalDecided } from '../../audit/event.ts'
import { ownString } from '../../core/json.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import type { Card } from '../api.ts'

export interface EarlierAnswers {
  /** People's answers to requests with this key, newest first. */
  of(key: string): Card['earlier']
  add(event: Pick<ApprovalDecided, 'key' | 'decision' | 'by' | 'at' | 'reason'>): void
}

/** How far it looks back, and how many answers it keeps for a key and for all keys. */
const lookBack = 2_000
const most = 5
const mostKeys = 10_000

/** The answers of people that the end of the journal has, and later ones. */
export function earlierAnswers(journal: string): EarlierAnswers {
  const byKey = new Map<string, Card['earlier']>()

  function keep(key: string, answer: Card['earlier'][number]): void {
    const before = byKey.get(key) ?? []
    byKey.delete(key)
    byKey.set(key, [answer, ...before].slice(0, most))
    const oldest = byKey.size > mostKeys ? byKey.keys().next().value : undefined
    if (oldest !== undefined) byKey.delete(oldest)
  }

  for (const { event } of lastRecords(journal, lookBack)) {
    if (ownString(event, 'type') !== 'approval_decided' || ownString(event, 'reason') !== 'provider') continue
    const [key = '', at = '', decision = '', by = ''] = ['key', 'at', 'decision', 'by'].map(name =>
      ownString(event, name),
    )
    keep(key, { at, decision, by })
  }

  return {
    of: key => byKey.get(key) ?? [],
    add: ({ key, at, decision, by, reason }) => {
      if (reason === 'provider') keep(key, { at, decision, by })
    },
  }
}
