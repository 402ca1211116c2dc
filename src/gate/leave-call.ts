import type { CallEvents } from '../audit/call-events.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { Call, Place } from '../core/call.ts'
import type { Fault } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Verdict } from '../core/verdict.ts'
import type { Policies } from '../policy/policies.ts'
import type { HeldLine } from '../tools/families/exec-sessions.ts'
import type { Judgement } from './judge.ts'
import { type Planned, planCall } from './plan-call.ts'
import type { Ports } from './ports.ts'
import type { StartedCall } from './run-call.ts'
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
  readonly started: StartedCall | null
  /** Where it stood, with what the policies add to that. */
  readonly place: Place
}

/** The verdict leaves only after its record is safe, and nothing is started before its start is recorded. */
export async function leaveCall(settled: Verdict, batch: readonly JournalEvent[], leaving: Leaving): Promise<Left> {
  const { call, judgement, log, policies, then, record } = leaving
  const { place } = call
  const ready = then === 'run' ? await plannedCall(settled, leaving) : { verdict: settled, planned: null }
  const { verdict, planned, line } = heldCall(ready, judgement)
  const start = planned === null ? [] : [log.started(planned.recorded)]
  const fault = await record([...batch, ...log.judged(verdict, policies.digest), ...start])
  if (fault !== null) {
    line?.release()
    return { verdict: then === 'run' ? unstarted(verdict, fault) : unrecorded(verdict, fault), started: null, place }
  }
  if (planned === null) {
    line?.typed()
    return { verdict, started: null, place }
  }
  const started = { call, verdict, log, line, plan: planned.plan, timeoutMs: timeOf(planned, policies) }
  return { verdict, started, place }
}

interface Ready {
  readonly verdict: Verdict
  readonly planned: Planned | null
}

/** An allowed call that types takes hold of the line that it was judged by; if that has changed since, it must be judged anew. */
function heldCall(ready: Ready, { description }: Judgement): Ready & { readonly line: HeldLine | null } {
  const typing = description?.typing ?? null
  if (typing === null || ready.verdict.decision !== 'allow') return { ...ready, line: null }
  const line = typing.hold()
  if (line !== null) return { ...ready, line }
  const fault: Fault = { code: 'validation', message: 'something else was typed meanwhile; look at it and type again' }
  return { verdict: stopped(ready.verdict, 'input', fault), planned: null, line }
}

/** The plan of an allowed call, as the last that can still stop it. */
async function plannedCall(verdict: Verdict, { call, judgement, policies, ports, signal }: Leaving): Promise<Ready> {
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
