import type { Decision } from '../../core/decision.ts'
import { canonicalJson } from '../../core/json.ts'
import type { CallRequested } from '../event.ts'
import { collectCalls } from '../report.ts'
import type { History } from './history.ts'

/** A call of the past that can be judged again. Equal calls count once. */
export interface PastCall {
  readonly requested: CallRequested
  /** The decision then, before any answer. */
  readonly decision: Decision
  readonly count: number
  readonly lastAt: string
}

export interface PastCalls {
  /** Newest first. */
  readonly calls: readonly PastCall[]
  /** Calls whose record does not have the whole input: a secret was removed, or a long text was shortened. */
  readonly incomplete: number
  /** Whether older calls were dropped to keep the number bounded. */
  readonly hasMore: boolean
}

/** Collects the distinct calls of a journal, at most `most`, the newest ones. */
export function collectPastCalls(most: number): History<PastCalls> {
  const judgedCall = collectCalls()
  const calls = new Map<string, PastCall>()
  let incomplete = 0
  let hasMore = false
  return {
    add: event => {
      const call = judgedCall(event)
      if (call === null) return
      const { requested, judged, wouldBe } = call
      if (!isWhole(requested)) {
        incomplete += 1
        return
      }
      const { tool, request, cwd, workspace, agents, automation, careful } = requested
      const key = canonicalJson([tool, request, cwd, workspace, agents, automation, careful])
      const count = (calls.get(key)?.count ?? 0) + 1
      // Deleted and added again, so that the map stays in the order of the last use.
      calls.delete(key)
      calls.set(key, { requested: withoutFacts(requested), decision: wouldBe, count, lastAt: judged.at })
      if (calls.size <= most) return
      const [oldest] = calls.keys()
      if (oldest !== undefined) calls.delete(oldest)
      hasMore = true
    },
    total: () => ({ calls: [...calls.values()].reverse(), incomplete, hasMore }),
  }
}

/** Facts are the largest part of a record, and judging again asks the file system itself. */
const withoutFacts = (requested: CallRequested): CallRequested => ({ ...requested, facts: [] })

/** The marks that redaction and shortening leave. A call that contains such a text itself is left out too: it does no harm. */
const isWhole = (requested: CallRequested): boolean =>
  !('reduced' in requested) && !/\[redacted:[a-z0-9-]+\]|\.\.\.\[truncated\]/.test(JSON.stringify(requested.request))
