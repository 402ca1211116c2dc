import type { Place } from '../core/call.ts'
import { type Fault, ok, type Result } from '../core/fault.ts'
import type { Verdict } from '../core/verdict.ts'
import type { FenceWish } from '../fence/wish.ts'
import type { HeldLine } from '../tools/families/exec-sessions.ts'
import { callFence } from './call-fence.ts'
import { changedSince } from './changed-since.ts'
import type { FencePorts } from './contain/contain-call.ts'
import type { Judgement } from './judge.ts'
import type { JudgedCall, SettledVerdict } from './judged-call.ts'
import { type Planned, planCall } from './plan-call.ts'
import type { Ports } from './ports.ts'
import type { RecordEvents } from './record-events.ts'
import { plannedTrial } from './review-trial.ts'
import type { StartedCall } from './run-call.ts'
import type { ReviewTrial } from './run-trial.ts'
import { stopped, unrecorded, unstarted } from './settled-verdict.ts'
import { type TrialMode, trialChoice, trialProfile } from './trial-call.ts'
import { withMeaning } from './verdict-meaning.ts'

/** A verdict whose record is safe, and the start of the call if it runs now. */
export interface RecordedVerdict {
  readonly verdict: Verdict
  readonly started: StartedCall | null
  /** The place of the call, with what the policies add to it. */
  readonly place: Place
}

/** The gate's ports, with the grants of this session among those that are kept. */
type RecordPorts = Omit<Ports, 'grants'> & FencePorts

export interface RecordSetting {
  readonly ports: RecordPorts
  readonly record: RecordEvents
  /** Decides about the changes of a trial; by default the policies and the approvers do. */
  readonly review?: ReviewTrial | undefined
}

/** INVARIANT: a verdict is returned only after its record is safe, and nothing is started before its start is recorded. */
export async function recordVerdict(
  settled: SettledVerdict,
  judged: JudgedCall,
  { ports, record, review }: RecordSetting,
): Promise<RecordedVerdict> {
  const { call, judgement, log, policies, checking } = judged
  const { place } = call
  const isRun = checking.then === 'run'
  const { mode, notes } = isRun ? await trialChoice(settled, judged, ports) : { mode: null, notes: [] }
  const ready = isRun
    ? await plannedCall(settled, judged, { ports, mode })
    : { verdict: settled.verdict, planned: null }
  const { verdict: held, planned, line } = withHeldLine(ready, judgement)
  const verdict = withMeaning(held, judged)
  const start = planned === null ? [] : [log.started(planned.recorded)]
  const fault = await record([...settled.unrecorded, ...log.judged(verdict, policies.digest), ...start])
  if (fault !== null) {
    line?.release()
    return { verdict: isRun ? unstarted(verdict, fault) : unrecorded(verdict, fault), started: null, place }
  }
  if (planned === null) {
    line?.typed()
    return { verdict, started: null, place }
  }
  const trial = mode === null || planned.plan === null ? null : plannedTrial({ mode, judged, ports, record, review })
  const started = {
    call: planned.call,
    verdict,
    log,
    line,
    plan: planned.plan,
    timeoutMs: timeOf(planned),
    trial,
    notes,
  }
  return { verdict, started, place }
}

interface Ready {
  readonly verdict: Verdict
  readonly planned: Planned | null
}

/** A call that types holds the line that it was judged with. If the line has changed since, the call is denied. */
function withHeldLine(ready: Ready, { description }: Judgement): Ready & { readonly line: HeldLine | null } {
  const typing = description?.typing ?? null
  if (typing === null || ready.verdict.decision !== 'allow') return { ...ready, line: null }
  const line = typing.hold()
  if (line !== null) return { ...ready, line }
  const fault: Fault = {
    code: 'validation',
    message: 'the typed line changed in the meantime; look at it and type again',
  }
  return { verdict: stopped(ready.verdict, 'input', fault), planned: null, line }
}

interface InOverlay {
  readonly ports: RecordPorts
  readonly mode: TrialMode | null
}

/** The fence plan of an allowed call: the last step that can still stop it. */
async function plannedCall(settled: SettledVerdict, judged: JudgedCall, { ports, mode }: InOverlay): Promise<Ready> {
  const { verdict, planned: contained } = settled
  const { checking } = judged
  const stop = (layer: 'input' | 'sandbox', fault: Fault) => ({
    verdict: stopped(verdict, layer, fault),
    planned: null,
  })
  if (verdict.decision !== 'allow') return { verdict, planned: null }
  if (checking.signal?.aborted === true)
    return stop('input', { code: 'cancelled', message: 'the caller disconnected before the call started' })
  const planned = contained === undefined ? await planAllowed(settled, judged, { ports, mode }) : ok(contained)
  if (!planned.ok) return stop('sandbox', planned.faults[0])
  const changed = changedSince(judged, ports.facts)
  return changed === null ? { verdict, planned: planned.value } : stop('input', changed)
}

/**
 * The fence that an allowed call gets. A person who says yes to a program that failed in the fence agrees to a run without it,
 * unless the policies enforce the fence (R213). INVARIANT: rules as code, modes and timeouts agree to no such run.
 */
function wishAfter(
  wish: FenceWish | null,
  { verdict: { watched }, leavesFence }: SettledVerdict,
  { policies }: JudgedCall,
): FenceWish | null {
  if (watched !== null) return wish === 'none' ? 'inherit' : wish
  return wish === 'inherit' && leavesFence === true && policies.fence.mode === 'auto' ? 'none' : wish
}

function planAllowed(
  settled: SettledVerdict,
  judged: JudgedCall,
  { ports, mode }: InOverlay,
): Promise<Result<Planned>> {
  const { call, judgement, policies } = judged
  const { verdict } = settled
  const wish = judgement.description?.fence ?? null
  const settings = callFence(policies.fence, {
    call,
    verdict,
    description: judgement.description,
    grants: ports.grants?.read() ?? [],
  })
  return planCall({
    call,
    // INVARIANT: a policy that only watches has not answered the question, so it grants no extra rights (C13).
    wish: mode === 'trial' ? 'restricted' : wishAfter(wish, settled, judged),
    settings: mode === null ? settings : { ...settings, profile: trialProfile(settings.profile, mode) },
    fence: ports.fence,
    clock: ports.clock,
  })
}

/** The time limit of the fence, if the call runs in one. */
const timeOf = ({ plan }: Planned): number => (plan?.limits.seconds ?? Infinity) * 1_000
