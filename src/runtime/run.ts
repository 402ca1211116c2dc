import { setMaxListeners } from 'node:events'
import { timestamp } from '../core/clock.ts'
import { type ErrorKind, type Fault, ok, type Result } from '../core/fault.ts'
import type { Gate, RunOptions } from '../gate/gate.ts'
import type { Ports } from '../gate/ports.ts'
import type { Execute, Outcome } from '../gate/run-call.ts'
import type { CallInput } from '../gate/take-call.ts'

/** One run of an agent: calls through the gate, until the run completes, fails or is cancelled. */
export interface AgentRun {
  /** The session of its calls, so that approvals for the session end with the run. */
  readonly id: string
  /** Makes one call. After the end of the run, every call is cancelled and does not run. */
  call<T>(call: Omit<CallInput, 'session'>, execute: Execute<T>, options?: RunOptions): Promise<Outcome<T>>
  /** Records a call that cannot run and returns its one outcome. */
  refuse(call: Omit<CallInput, 'session'>, fault: Fault): Promise<Outcome<never>>
  /** Ends the run: the agent is done, or it is stopped. Only the first end counts. */
  complete(): Promise<RunEnd>
  cancel(reason: string): Promise<RunEnd>
  /** How the run ended; null while it goes on. */
  end(): RunEnd | null
  /** Aborted when the run ends, so that the agent's loop can stop too. */
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
 * Records the start of a run, then starts it.
 *
 * @example
 * const run = await startRun({ gate, ports })
 * if (run.ok) await run.value.call({ tool: 'Bash', input: { command: 'npm test' } }, ({ call, plan, signal }) => start(call, plan, signal))
 */
export async function startRun({ gate, ports }: RunPorts): Promise<Result<AgentRun>> {
  const { newId, clock } = ports
  const id = newId()
  const stopping = new AbortController()
  // Every open call adds a listener, and there may be many.
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
    refuse: (call, fault) => gate.refuse({ ...call, session: id }, end === null ? fault : afterTheEnd),
  })
}

const afterTheEnd: Fault = { code: 'cancelled', message: 'the run has ended' }

/** The end of the run after this outcome; null if the run goes on, as after a denial. */
function endAfter(outcome: Outcome<unknown>): RunEnd | null {
  if (outcome.ok) return null
  const { code, errorKind, reason, unattended } = outcome
  // R80: an abort denies the call and ends the run.
  if (code === 'approval_aborted') return { outcome: 'cancelled', errorKind: 'cancelled', reason }
  // C12: without an approver, trying again does not help; in automation, having none is normal.
  if (code === 'no_approver') return unattended ? null : { outcome: 'failed', errorKind: 'config_error', reason }
  // R193: the agent repeated a call that was denied before.
  if (code === 'loop_guard') return { outcome: 'failed', errorKind, reason }
  return errorKind === 'config_error' ? { outcome: 'failed', errorKind, reason } : null
}
