import type { CallEvents } from './audit/call-events.ts'
import type { JournalEvent } from './audit/event.ts'
import type { Call, Place } from './core/call.ts'
import type { Fault } from './core/fault.ts'
import { limits } from './core/limits.ts'
import type { Verdict } from './core/verdict.ts'
import type { Judgement } from './judge.ts'
import { type Planned, planCall } from './plan-call.ts'
import type { Policies } from './policy/policies.ts'
import type { Ports } from './ports.ts'
import type { Started } from './run-call.ts'
import { stopped, unrecorded, unstarted } from './settled-verdict.ts'

/** A call whose verdict is settled, on its way out of the gate. */
export interface Leaving {
  readonly call: Call
  readonly judgement: Judgement
  readonly log: CallEvents
  /** The policies that it was judged under. */
  readonly policies: Policies
  /** Whether it ends in its verdict, or is to be run by whoever called. */
  readonly then: 'leave' | 'run'
  readonly signal: AbortSignal | null
  readonly ports: Pick<Ports, 'fence' | 'clock'>
  readonly record: (batch: readonly JournalEvent[]) => Promise<Fault | null>
}

/** A call that has left: its verdict, and its start if it runs now. */
export interface Left {
  readonly verdict: Verdict
  readonly started: Started | null
  /** Where it stood, with what the policies add to that. */
  readonly place: Place
}

/** The verdict leaves only after its record is safe, and nothing is started before its start is recorded. */
export async function leaveCall(settled: Verdict, batch: readonly JournalEvent[], leaving: Leaving): Promise<Left> {
  const { call, log, policies, then, record } = leaving
  const { place } = call
  const judged = (verdict: Verdict) => [...batch, ...log.judged(verdict, policies.digest)]
  if (then === 'leave') {
    const fault = await record(judged(settled))
    return { verdict: fault === null ? settled : unrecorded(settled, fault), started: null, place }
  }
  const { verdict, planned } = await plannedCall(settled, leaving)
  const fault = await record([...judged(verdict), ...(planned === null ? [] : [log.started(planned.recorded)])])
  if (fault !== null) return { verdict: unstarted(verdict, fault), started: null, place }
  if (planned === null) return { verdict, started: null, place }
  const started = { call, verdict, log, plan: planned.plan, timeoutMs: timeOf(planned, policies) }
  return { verdict, started, place }
}

/** The plan of an allowed call, as the last that can still stop it. */
async function plannedCall(
  verdict: Verdict,
  { call, judgement, policies, ports, signal }: Leaving,
): Promise<{ readonly verdict: Verdict; readonly planned: Planned | null }> {
  const stop = (layer: 'input' | 'sandbox', fault: Fault) => ({
    verdict: stopped(verdict, layer, fault),
    planned: null,
  })
  if (verdict.decision !== 'allow') return { verdict, planned: null }
  if (signal?.aborted === true)
    return stop('input', { code: 'cancelled', message: 'the caller left before it started' })
  const wish = judgement.description?.fence ?? null
  const planned = await planCall({
    call,
    // INVARIANT: a policy that only watches has answered nobody's question, so it gives no more rights (C13).
    wish: wish === 'none' && verdict.watched !== null ? 'inherit' : wish,
    settings: policies.fence,
    fence: ports.fence,
    clock: ports.clock,
  })
  return planned.ok ? { verdict, planned: planned.value } : stop('sandbox', planned.faults[0])
}

/** How long the fence lets the call run, where one holds. */
const timeOf = ({ plan }: Planned, { fence }: Policies): number =>
  plan === null ? limits.longestRunMs : (fence.profile.limits.seconds ?? Infinity) * 1_000
