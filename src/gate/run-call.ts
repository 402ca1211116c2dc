import type { CallEvents } from '../audit/call-events.ts'
import type { HeldBack } from '../audit/event.ts'
import type { Call, Place } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import { type Code, type ErrorKind, errorKind, type Fault } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { type Switches, stopText } from '../core/switches/switches.ts'
import type { Verdict } from '../core/verdict.ts'
import type { FenceDenial } from '../fence/explain/denial.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { HeldLine } from '../tools/families/exec-sessions.ts'
import type { ContainMemory } from './contain/contain-memory.ts'
import { type ContainedEnd, runContained } from './contain/run-contained.ts'
import type { RecordEvents } from './record-events.ts'
import { type PlannedTrial, runTrial, type TrialOutcome } from './run-trial.ts'
import { failureCode } from './tool-failure.ts'

/** The argument of the caller's function: the call as it was judged, and the fence that it must run in. */
export interface Running {
  /** A copy of the call that was allowed; later changes to the caller's object do not reach it. */
  readonly call: Call
  /** Start the command with `plan.argv` in front of it; null: start it as it is. */
  readonly plan: FencePlan | null
  /** The verdict that allowed it. Its effects name the files and hosts that were judged: the tool must touch no others. */
  readonly verdict: Verdict
  /** Aborted when the time is up or the caller disconnects. The tool must stop then; its result is ignored. */
  readonly signal: AbortSignal
  /** Records what the fence kept the command from, and which of it explains its failure. Call it before the tool ends. */
  readonly held: (back: HeldBack | FenceDenial) => void
  /** Sentences for the person before the command starts, such as that it cannot be undone. */
  readonly notes?: readonly string[]
  /** Tells that the command goes on after the tool has returned, until this promise settles. */
  readonly outlives?: (end: Promise<unknown>) => void
}

/** Functions with which the tool reports while it runs. */
type Reports = Required<Pick<Running, 'held' | 'outlives'>>

/** Runs the tool. Throws a `ToolFailure` if it knows why it failed. */
export type Execute<T> = (running: Running) => T | Promise<T>

/** The one result of a call: the tool's value, or why it did not run or failed (R198). */
export type Outcome<T> =
  /** `trial`: the call ran in an overlay, and so its changes were kept or discarded. */
  | { readonly ok: true; readonly value: T; readonly verdict: Verdict; readonly trial?: TrialOutcome }
  | {
      readonly ok: false
      readonly code: Code
      readonly errorKind: ErrorKind
      readonly reason: string
      readonly verdict: Verdict
      /** Whether the call ran in automation, so that no question could reach a person. */
      readonly unattended: boolean
    }

/** A call that may run and whose start is recorded. */
export interface StartedCall {
  readonly call: Call
  readonly plan: FencePlan | null
  readonly verdict: Verdict
  readonly log: CallEvents
  /** The input line that the call types on, if it types. */
  readonly line: HeldLine | null
  /** The time limit of the fence. */
  readonly timeoutMs: number
  /** Set if the call runs in an overlay. */
  readonly trial: PlannedTrial | null
  /** Sentences for the person before the command starts. */
  readonly notes: readonly string[]
}

export interface RunSetting {
  readonly clock: Clock
  readonly switches?: Pick<Switches, 'watch'> | undefined
  readonly signal: AbortSignal | null
  readonly timeoutMs: number
  readonly record: RecordEvents
  readonly memory?: ContainMemory | undefined
}

/** Runs a started call and records its end exactly once, even if the caller's function throws or hangs. Never rejects. */
export async function runCall<T>(started: StartedCall, execute: Execute<T>, setting: RunSetting): Promise<Outcome<T>> {
  const { plan, verdict } = started
  const memory = verdict.contained === true ? setting.memory : undefined
  const start = () => startedRun(started, execute, setting)
  const { ended, trial, held, denials } =
    plan === null || memory === undefined
      ? await start()
      : await runContained(started, { plan, memory }, { start, refuse: notStarted })
  const isFenceTime = started.timeoutMs < setting.timeoutMs && started.plan !== null
  if (!ended.ok && ended.code === 'timeout' && isFenceTime) {
    held.push({ by: 'limit', what: 'seconds' })
    denials.push(...outOfTime(started))
  }
  // The line was held until here, so that no other input could arrive before this one.
  if (ended.ok) started.line?.typed()
  else started.line?.lost()
  // If this record fails, the journal has a start without an end, which shows it.
  await setting
    .record([
      ...started.log.denied(denials),
      ...(trial === null ? [] : [started.log.trialEnded(recordedTrial(trial))]),
      started.log.finished(ended.ok ? null : ended.code, held),
    ])
    .catch(() => null)
  return ended.ok
    ? { ok: true, value: ended.value, verdict: started.verdict, ...(trial === null ? {} : { trial }) }
    : {
        ...ended,
        errorKind: errorKind(ended.code),
        verdict: started.verdict,
        unattended: started.call.place.automation,
      }
}

/** How the tool ended, and the changes that its overlay kept or discarded. */
interface EndedRun<T> extends ContainedEnd {
  readonly ended: Ended<T>
  readonly trial: TrialOutcome | null
  readonly held: HeldBack[]
  readonly denials: FenceDenial[]
}

async function startedRun<T>(started: StartedCall, execute: Execute<T>, setting: RunSetting): Promise<EndedRun<T>> {
  const held: HeldBack[] = []
  const denials: FenceDenial[] = []
  let outlived: Promise<unknown> | null = null
  const reports: Reports = {
    held: back => void ('kind' in back ? denials.push(back) : held.push(back)),
    outlives: end => {
      outlived = end
    },
  }
  const run = (plan: FencePlan | null) => executed({ ...started, plan }, reports, execute, setting)
  if (started.trial === null || started.plan === null)
    return { ended: await run(started.plan), trial: null, wrote: null, discarded: [], held, denials, outlived }
  const { outcome, ...ended } = await runTrial(started.plan, started.trial, run)
  denials.push(...(outcome?.denials ?? []))
  return { ...ended, trial: outcome, held, denials, outlived }
}

const notStarted = ({ message }: Fault): EndedRun<never> => ({
  ...{
    ended: { ok: false, code: 'sandbox_denied', reason: message },
    trial: null,
    wrote: [],
    discarded: [],
    held: [],
    denials: [],
    outlived: null,
  },
})

/** The outcome of a trial, as the journal has it. */
export const recordedTrial = ({ id, mode, summary, changes, more, committed, canUndo, because }: TrialOutcome) => ({
  ...{ trial: id, mode, summary, changes, ...(more === 0 ? {} : { more }), committed, canUndo, because },
})

function outOfTime({ plan }: StartedCall): readonly FenceDenial[] {
  const seconds = plan?.limits.seconds ?? null
  return seconds === null ? [] : [{ kind: 'limit', limit: 'seconds', at: seconds }]
}

type Ended<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: Code; readonly reason: string }

/** Ends with the first of: the tool ends, the time is up, the caller disconnects, a person stops the session. Later results are ignored. */
function executed<T>(
  started: StartedCall,
  reports: Reports,
  execute: Execute<T>,
  { clock, switches, signal, timeoutMs }: RunSetting,
): Promise<Ended<T>> {
  const { call, plan, verdict, notes } = started
  const ms = Math.min(started.timeoutMs, timeoutMs, limits.longestRunMs)
  return new Promise(resolve => {
    const stopping = new AbortController()
    const left = () => stop('cancelled', 'the caller disconnected')
    const cancelTimer = clock.after(ms, () => stop('timeout', `the tool did not finish in ${ms} ms`))
    const unwatch = switches?.watch(call.place.session, stopped => stop('session_stopped', stopText(stopped)))
    function end(ended: Ended<T>): void {
      cancelTimer()
      unwatch?.()
      signal?.removeEventListener('abort', left)
      resolve(ended)
    }
    function stop(code: Code, reason: string): void {
      end({ ok: false, code, reason })
      stopping.abort()
    }
    if (signal?.aborted === true) return left()
    signal?.addEventListener('abort', left, { once: true })
    const run = async () => execute({ call, plan, verdict, notes, signal: stopping.signal, ...reports })
    run().then(
      value => end({ ok: true, value }),
      thrown => end({ ok: false, code: failureCode(thrown), reason: messageOf(thrown) }),
    )
  })
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message !== '' ? thrown.message : 'the tool failed'

/** The outcome of a call that was never started. */
export function refusedOutcome(verdict: Verdict, place: Place): Outcome<never> {
  const code = verdict.code ?? 'internal'
  const reason = verdict.reasons.find(one => one.decision === 'deny')?.because ?? 'the call is denied'
  return { ok: false, code, errorKind: errorKind(code), reason, verdict, unattended: place.automation }
}
