import type { CallEvents } from '../audit/call-events.ts'
import type { Call, Place } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import { type Code, type ErrorKind, errorKind } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Verdict } from '../core/verdict.ts'
import type { FencePlan } from '../fence/fence.ts'
import type { HeldLine } from '../tools/families/exec-sessions.ts'
import type { RecordEvents } from './record-events.ts'
import { failureCode } from './tool-failure.ts'

/** What the caller's function gets: the call as it was judged, and what it must be run in. */
export interface Running {
  /** A copy of its own: whatever happened to the caller's object since, this is what was allowed. */
  readonly call: Call
  /** The command is to be started behind `plan.argv`; null: as it is. */
  readonly plan: FencePlan | null
  /** Aborted when the time is up or the caller leaves; the tool must stop then, since its result no longer counts. */
  readonly signal: AbortSignal
}

/** Runs the tool. It throws a `ToolFailure` where it knows why it failed. */
export type Execute<T> = (running: Running) => T | Promise<T>

/** The one result of a call: what the tool gave, or why it did not run or failed (R198). */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly verdict: Verdict }
  | {
      readonly ok: false
      readonly code: Code
      readonly errorKind: ErrorKind
      readonly reason: string
      readonly verdict: Verdict
      /** Whether nobody watches, so that no question of it could have reached a person. */
      readonly unattended: boolean
    }

/** A call that may run and whose start is recorded. */
export interface StartedCall {
  readonly call: Call
  readonly plan: FencePlan | null
  readonly verdict: Verdict
  readonly log: CallEvents
  /** The line that it types on, if it types. */
  readonly line: HeldLine | null
  /** How long the fence lets it run. */
  readonly timeoutMs: number
}

export interface RunSetting {
  readonly clock: Clock
  readonly signal: AbortSignal | null
  readonly timeoutMs: number
  readonly record: RecordEvents
}

/** Runs a started call and records how it ended: once, whatever the caller's function does. Never rejects. */
export async function runCall<T>(started: StartedCall, execute: Execute<T>, setting: RunSetting): Promise<Outcome<T>> {
  const ended = await executed(started, execute, setting)
  // Until here the line was held, so that nothing else could arrive before these keys.
  if (ended.ok) started.line?.typed()
  else started.line?.lost()
  // A start without an end in the journal says that the end could not be recorded.
  await setting.record([started.log.finished(ended.ok ? null : ended.code)]).catch(() => null)
  return ended.ok
    ? { ok: true, value: ended.value, verdict: started.verdict }
    : {
        ...ended,
        errorKind: errorKind(ended.code),
        verdict: started.verdict,
        unattended: started.call.place.automation,
      }
}

type Ended<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: Code; readonly reason: string }

/** The first of: the tool's own end, the end of its time, the caller's leaving. What comes later no longer counts. */
function executed<T>(
  started: StartedCall,
  execute: Execute<T>,
  { clock, signal, timeoutMs }: RunSetting,
): Promise<Ended<T>> {
  const { call, plan } = started
  const ms = Math.min(started.timeoutMs, timeoutMs, limits.longestRunMs)
  return new Promise(resolve => {
    const stopping = new AbortController()
    const left = () => stop('cancelled', 'the caller left')
    const cancelTimer = clock.after(ms, () => stop('timeout', `it did not end in ${ms} ms`))
    function end(ended: Ended<T>): void {
      cancelTimer()
      signal?.removeEventListener('abort', left)
      resolve(ended)
    }
    function stop(code: Code, reason: string): void {
      end({ ok: false, code, reason })
      stopping.abort()
    }
    if (signal?.aborted === true) return left()
    signal?.addEventListener('abort', left, { once: true })
    const run = async () => execute({ call, plan, signal: stopping.signal })
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
