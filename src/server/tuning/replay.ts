import { setImmediate } from 'node:timers/promises'
import { collectPastCalls, type PastCall, type PastCalls } from '../../audit/history/past-calls.ts'
import { requestLine } from '../../audit/request-line.ts'
import { ok, type Result } from '../../core/fault.ts'
import type { Verdict } from '../../core/verdict.ts'
import { isSameCall, recordedCall } from '../../explain/recorded-call.ts'
import { scanJournal } from '../../io/journal/scan-journal.ts'
import { ownPaths } from '../../io/paths.ts'
import { type Decider, type DeciderOptions, openDecider } from '../../io/policies/decider.ts'
import { onceFor } from './projects.ts'
import type { Replay, ReplayRow } from './shapes.ts'

export interface Replayed {
  /** Only calls of this project; null for all calls. */
  readonly project: string | null
  readonly cwd: string
  /** The policies as they would be. */
  readonly changed: Omit<DeciderOptions, 'cwd'>
}

/** Judges past calls twice, with the policies in force and with the changed ones, and lists where the decision differs. */
export async function replayCalls({ project, cwd, changed }: Replayed): Promise<Result<Replay>> {
  const past = await pastCalls()
  const before = await openDecider({ cwd })
  // Policies that do not load deny everything: then every call that the change allows is a difference.
  const after = await openDecider({ cwd, ...changed })
  if (!after.ok) return after
  const concerned = past.calls.filter(({ requested }) => project === null || requested.workspace.includes(project))
  const rows: ReplayRow[] = []
  const counts = { judged: 0, different: 0 }
  const endsAt = performance.now() + budgetMs
  let pausedAt = performance.now()
  for (const call of concerned) {
    const now = performance.now()
    if (now > endsAt) break
    if (now - pausedAt > sliceMs) {
      await setImmediate()
      pausedAt = performance.now()
    }
    const compared = await compare(call, before.ok ? before.value : null, after.value)
    if (compared === 'different') counts.different += 1
    else {
      counts.judged += 1
      if (compared !== null && rows.length < mostRows) rows.push(compared)
    }
  }
  const { incomplete, hasMore } = past
  const notReached = concerned.length - counts.judged - counts.different
  return ok({ changed: rows, ...counts, notReached, incomplete, hasMore })
}

const budgetMs = 3_000
const sliceMs = 15
const mostCalls = 2_000
const mostRows = 300

const pastCalls = (): Promise<PastCalls> => {
  const { journal } = ownPaths()
  return onceFor(journal)('past calls', async () => {
    const calls = collectPastCalls(mostCalls)
    await scanJournal(journal, '', calls.add)
    return calls.total()
  })
}

/** The row of a call that is decided differently; null if it is not, `different` if the call is no longer the recorded one. */
async function compare(
  past: PastCall,
  before: Decider | null,
  after: Decider,
): Promise<ReplayRow | 'different' | null> {
  const call = recordedCall(past.requested)
  const { verdict: then } = await (before ?? after).decide(call)
  if (!isSameCall(past.requested, then)) return 'different'
  const { verdict } = await after.decide(call)
  const decision = before === null ? 'deny' : then.decision
  return decision === verdict.decision ? null : rowOf(past, decision, verdict)
}

function rowOf({ requested, count, lastAt }: PastCall, before: ReplayRow['before'], verdict: Verdict): ReplayRow {
  const reason = verdict.reasons.find(one => one.decision === verdict.decision)
  return {
    tool: requested.tool,
    text: requestLine(requested.request),
    cwd: requested.cwd,
    before,
    after: verdict.decision,
    because: reason?.because ?? '',
    rule: reason?.rule === null || reason === undefined ? null : { id: reason.rule.id, line: reason.rule.line },
    count,
    lastAt,
    call: requested.call,
  }
}
