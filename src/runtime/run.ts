import { setMaxListeners } from 'node:events'
import { timestamp } from '../core/clock.ts'
import { type ErrorKind, ok, type Result } from '../core/fault.ts'
import type { Gate, RunOptions } from '../gate/gate.ts'
import type { Ports } from '../gate/ports.ts'
import type { Execute, Outcome } from '../gate/run-call.ts'
import type { CallInput } from '../gate/take-call.ts'

/** One run of an agent: calls through the gate, until it is done or something ends it. */
export interface AgentRun {
  /** The session of its calls, so that what is approved for the session ends with the run. */
  readonly id: string
  /** One call. Once the run has ended, every call is cancelled and nothing runs. */
  call<T>(call: Omit<CallInput, 'session'>, execute: Execute<T>, options?: RunOptions): Promise<Outcome<T>>
  /** Ends it: the agent is done, or somebody stops it. The first end counts. */
  complete(): Promise<RunEnd>
  cancel(reason: string): Promise<RunEnd>
  /** How it ended; null while it goes on. */
  end(): RunEnd | null
  /** Aborted when it ends, so that the agent's loop can stop too. */
  readonly signal: AbortSignal
}

export interface RunEnd {
  readonly outcome: 'completed' | 'failed' | 'cancelled'
  readonly errorKind: ErrorKind | null
  readonly reason: string | null
}

export interface RunPorts {
  readonly gate: Gate
  readonly ports: Pick<Ports, 'newId' | 'clock'>
}

/**
 * Starts a run, once that is recorded.
 *
 * @example
 * const run = await startRun({ gate, ports })
 * if (run.ok) await run.value.call({ tool: 'Bash', input: { command: 'npm test' } }, ({ call, plan, signal }) => start(call, plan, signal))
 */
export async function startRun({ gate, ports }: RunPorts): Promise<Result<AgentRun>> {
  const { newId, clock } = ports
  const id = newId()
  const stopping = new AbortController()
  // Every open call listens to it, and there may be many.
  setMaxListeners(0, stopping.signal)
  let end: RunEnd | null = null
  const at = () => timestamp(clock.now())
  const begun = await gate.recordRun({ type: 'run_started', at: at(), session: id })
  if (!begun.ok) return begun

  async function finish(ending: RunEnd): Promise<RunEnd> {
    if (end !== null) return end
    end = ending
    stopping.abort()
    const { outcome, errorKind, reason } = ending
    await gate.recordRun({ type: `run_${outcome}`, at: at(), session: id, errorKind, reason })
    return ending
  }

  return ok({
    id,
    signal: stopping.signal,
    end: () => end,
    complete: () => finish({ outcome: 'completed', errorKind: null, reason: null }),
    cancel: reason => finish({ outcome: 'cancelled', errorKind: 'cancelled', reason }),
    call: async (call, execute, { signal, ...options } = {}) => {
      const either = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
      const outcome = await gate.run({ ...call, session: id }, execute, { ...options, signal: either })
      const ending = endAfter(outcome)
      if (ending !== null) await finish(ending)
      return outcome
    },
  })
}

/** How an outcome ends the run; null where it goes on, as it does after a denial. */
function endAfter(outcome: Outcome<unknown>): RunEnd | null {
  if (outcome.ok) return null
  const { code, errorKind, reason, unattended } = outcome
  // R80: whoever aborts refuses the call and ends the run.
  if (code === 'approval_aborted') return { outcome: 'cancelled', errorKind: 'cancelled', reason }
  // C12: nobody was set up to answer, and trying again would not change that; where nobody watches that is no fault.
  if (code === 'no_approver') return unattended ? null : { outcome: 'failed', errorKind: 'config_error', reason }
  // R193: what was denied once is not tried again.
  if (code === 'loop_guard') return { outcome: 'failed', errorKind, reason }
  return errorKind === 'config_error' ? { outcome: 'failed', errorKind, reason } : null
}
