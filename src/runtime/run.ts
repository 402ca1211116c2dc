import { setMaxListeners } from 'node:events'
import { timestamp } from '../core/clock.ts'
import { type Code, type ErrorKind, type Fault, fail, ok, type Result } from '../core/fault.ts'
import { stopText } from '../core/switches/switches.ts'
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
  /** Starts the run of a sub-agent. It ends at the latest with this one, and its calls name the agents around them. */
  startChild(name: string): Promise<Result<AgentRun>>
  /** The names of the sub-agents that lead to this run, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
  /** Ends the run: the agent is done, it cannot go on, or it is stopped. Only the first end counts. */
  complete(): Promise<RunEnd>
  fail(errorKind: ErrorKind, reason: string): Promise<RunEnd>
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
  readonly ports: Pick<Ports, 'newId' | 'clock' | 'switches'>
}

/**
 * Records the start of a run, then starts it.
 *
 * @example
 * const run = await startRun({ gate, ports })
 * if (run.ok) await run.value.call({ tool: 'Bash', input: { command: 'npm test' } }, ({ call, plan, signal }) => start(call, plan, signal))
 */
export function startRun({ gate, ports }: RunPorts): Promise<Result<AgentRun>> {
  return begin({ gate, ports, id: ports.newId(), agents: [], parent: null })
}

interface Beginning extends RunPorts {
  readonly id: string
  readonly agents: readonly string[]
  readonly parent: Parent | null
}

interface Parent {
  readonly signal: AbortSignal
  finish(ending: RunEnd): Promise<RunEnd>
}

async function begin({ gate, ports, id, agents, parent }: Beginning): Promise<Result<AgentRun>> {
  const stopping = new AbortController()
  // Every open call adds a listener, and there may be many.
  setMaxListeners(0, stopping.signal)
  let end: RunEnd | null = null
  const denied = new Set<string>()
  const common = () => ({ at: timestamp(ports.clock.now()), session: id, ...(agents.length === 0 ? {} : { agents }) })
  if (hasEnded(parent)) return fail('cancelled', parentEnded)
  const begun = await gate.recordRun({ type: 'run_started', ...common() })
  if (!begun.ok) return begun

  async function finish(ending: RunEnd): Promise<RunEnd> {
    if (end !== null) return end
    end = ending
    parent?.signal.removeEventListener('abort', endWithParent)
    unwatch?.()
    stopping.abort()
    const { outcome, errorKind, reason } = ending
    await gate.recordRun({ type: `run_${outcome}`, ...common(), errorKind, reason })
    return ending
  }

  const endWithParent = () => void finish({ outcome: 'cancelled', errorKind: 'cancelled', reason: parentEnded })
  if (hasEnded(parent)) endWithParent()
  else parent?.signal.addEventListener('abort', endWithParent, { once: true })

  // Sub-agents end with the main agent.
  const unwatch =
    parent === null
      ? ports.switches?.watch(
          id,
          stop => void finish({ outcome: 'cancelled', errorKind: 'cancelled', reason: stopText(stop) }),
        )
      : undefined

  /** Ends this run, and all the runs around it if none of them can go on. */
  async function endAll(ending: RunEnd): Promise<RunEnd> {
    const ended = await finish(ending)
    if (ending.outcome === 'cancelled' || ending.errorKind === 'config_error') await parent?.finish(ending)
    return ended
  }

  return ok({
    id,
    agents,
    signal: stopping.signal,
    end: () => end,
    startChild: name =>
      begin({ gate, ports, id, agents: [...agents, name], parent: { signal: stopping.signal, finish: endAll } }),
    complete: () => finish({ outcome: 'completed', errorKind: null, reason: null }),
    fail: (errorKind, reason) => finish({ outcome: 'failed', errorKind, reason }),
    cancel: reason => finish({ outcome: 'cancelled', errorKind: 'cancelled', reason }),
    call: async (call, execute, { signal, ...options } = {}) => {
      const either = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal])
      const outcome = await gate.run({ ...call, ...place(agents), session: id }, execute, {
        ...options,
        signal: either,
      })
      const ending = endAfter(outcome, denied)
      if (!outcome.ok && denials.has(outcome.code)) denied.add(outcome.verdict.key)
      if (ending !== null) await endAll(ending)
      return outcome
    },
    refuse: (call, fault) =>
      gate.refuse({ ...call, ...place(agents), session: id }, end === null ? fault : afterTheEnd),
  })
}

const hasEnded = (parent: Parent | null): boolean => parent?.signal.aborted === true

/** The codes of answers that are remembered for the session. */
const denials: ReadonlySet<Code> = new Set(['approval_denied', 'no_rule', 'loop_guard'])

const parentEnded = 'the agent that started it has ended'

/** A main agent leaves the place of its calls to the gate. */
const place = (agents: readonly string[]) => (agents.length === 0 ? {} : { agents })

const afterTheEnd: Fault = { code: 'cancelled', message: 'the run has ended' }

/** The end of the run after this outcome; null if the run goes on, as after a denial. */
function endAfter(outcome: Outcome<unknown>, denied: ReadonlySet<string>): RunEnd | null {
  if (outcome.ok) return null
  const { code, errorKind, reason, unattended } = outcome
  // R80: an abort denies the call and ends the run. So does a person who stops the session.
  if (code === 'approval_aborted' || code === 'session_stopped')
    return { outcome: 'cancelled', errorKind: 'cancelled', reason }
  // C12: without an approver, trying again does not help; in automation, having none is normal.
  if (code === 'no_approver') return unattended ? null : { outcome: 'failed', errorKind: 'config_error', reason }
  // R193: the agent repeated a call that was denied before. If it was denied to another agent of the run, this is the first time.
  if (code === 'loop_guard' && denied.has(outcome.verdict.key)) return { outcome: 'failed', errorKind, reason }
  return errorKind === 'config_error' ? { outcome: 'failed', errorKind, reason } : null
}
