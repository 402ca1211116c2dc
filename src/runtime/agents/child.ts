import { timestamp } from '../../core/clock.ts'
import { type ErrorKind, errorKind, type Fault, fail, ok, type Result } from '../../core/fault.ts'
import type { Conversation } from '../agent/model.ts'
import { newStopwatch, type Stopwatch } from '../agent/stopwatch.ts'
import { takeTurn } from '../agent/turn.ts'
import type { AgentRun, RunEnd } from '../run.ts'
import type { AgentConfig } from './agent-config.ts'
import type { AgentFamily } from './family.ts'
import type { Slot, WantedTurn } from './limiter.ts'
import { newSubagents, type Subagents } from './subagents.ts'
import { childPrompt } from './system-prompt.ts'

/** A sub-agent with a history of its own. It works in turns; between them it is idle and holds no slot. */
export interface Child {
  readonly id: string
  readonly status: () => ChildStatus
  /** The answer of its last completed turn. */
  readonly answer: () => string | null
  /** Starts a turn. Succeeds when it works; the fault is for the journal, not for a model. */
  begin(prompt: string, kind: WantedTurn['kind'], signal: AbortSignal): Promise<Result<void>>
  /** Leaves a message that it reads after its current step. */
  tell(message: string): void
  /** Waits for the end of the current turn; how the last one ended if it is idle. */
  settled(): Promise<RunEnd | null>
  /** Stops it. It keeps its history and can be resumed. */
  close(reason: string): Promise<void>
}

export type ChildStatus = 'waiting' | 'working' | 'done' | 'failed' | 'closed'

/** The agent that starts a child: its current run and watch. */
export interface ParentAgent {
  readonly run: () => AgentRun
  readonly watch: () => Stopwatch
}

export function newChild(family: AgentFamily, parent: ParentAgent, id: string, config: AgentConfig): Child {
  const inbox: string[] = []
  let status: ChildStatus = 'waiting'
  let answer: string | null = null
  let conversation: Conversation | null = null
  let current: Working | null = null
  let lastEnd: RunEnd | null = null

  const own: ParentAgent = {
    run: () => current?.run ?? parent.run(),
    watch: () => current?.watch ?? parent.watch(),
  }
  const subagents: Subagents = newSubagents(family, own, config)

  async function begin(prompt: string, kind: WantedTurn['kind'], signal: AbortSignal): Promise<Result<void>> {
    const { limiter } = family
    if (limiter === null) return fail('limit_reached', 'there is no limiter, so no sub-agent may start')
    const entered = await limiter.enter({ kind, depth: config.depth, prompt }, signal)
    if (!entered.ok) return entered
    if (status === 'closed') {
      entered.value.leave()
      return fail('cancelled', 'the sub-agent was closed before it started')
    }
    const started = await parent.run().startChild(id)
    if (!started.ok) {
      entered.value.leave()
      return started
    }
    status = 'working'
    current = work(prompt, started.value, entered.value, limiter.limits)
    return ok(undefined)
  }

  function work(
    prompt: string,
    run: AgentRun,
    slot: Slot,
    limits: { readonly steps: number; readonly timeMs: number; readonly answerChars: number },
  ): Working {
    const watch = newStopwatch(family.clock, parent.watch())
    const stopTimer = watch.at(
      limits.timeMs,
      () => void run.fail('timeout', `the sub-agent was stopped after ${limits.timeMs} ms`),
    )
    const stopPausing = family.pauseWhileAsked(run.agents, watch)

    async function turn(): Promise<RunEnd> {
      // The turn starts after `current` is set.
      await Promise.resolve()
      try {
        const toolbox = family.toolbox({ run, config, subagents })
        conversation ??= await openConversation(run, await toolbox.specs())
        const { text } = await untilEnd(
          run,
          takeTurn(
            {
              ...family,
              run,
              conversation,
              toolbox,
              maxSteps: limits.steps,
              inbox: () => inbox.splice(0),
            },
            prompt,
          ),
        )
        if (run.end()?.outcome === 'completed') answer = text.slice(0, limits.answerChars)
      } catch (thrown) {
        await run.fail(
          'unknown',
          `the sub-agent failed: ${thrown instanceof Error ? thrown.message : 'no reason given'}`,
        )
      }
      const end = run.end() ?? (await run.fail('unknown', 'the turn ended without a result'))
      stopTimer()
      stopPausing()
      await subagents.close()
      slot.leave()
      lastEnd = end
      current = null
      if (status === 'working') status = end.outcome === 'completed' ? 'done' : 'failed'
      return end
    }

    return { run, watch, end: turn() }
  }

  async function openConversation(
    run: AgentRun,
    tools: Awaited<ReturnType<ReturnType<AgentFamily['toolbox']>['specs']>>,
  ) {
    const system = childPrompt(run.agents, family.workspace, config.instructions)
    family.write({ type: 'system', agents: run.agents, text: system })
    return (await family.model(config.model)).open({ system, tools })
  }

  return {
    id,
    status: () => status,
    answer: () => answer,
    begin: async (prompt, kind, signal) => {
      const before = status
      status = 'waiting'
      const begun = await begin(prompt, kind, signal)
      if (!begun.ok) status = before
      if (!begun.ok) await recordRefusal(family, [...parent.run().agents, id], parent.run().id, begun.faults[0])
      return begun
    },
    tell: message => void inbox.push(message),
    settled: async () => (current === null ? lastEnd : current.end),
    close: async reason => {
      status = 'closed'
      const working = current
      if (working === null) return
      await working.run.cancel(reason)
      await working.end
    },
  }
}

interface Working {
  readonly run: AgentRun
  readonly watch: Stopwatch
  readonly end: Promise<RunEnd>
}

/** A model that ignores the end of its run must not hold its slot. A run that completed was ended by the turn, with its text. */
function untilEnd<T extends { readonly text: string }>(run: AgentRun, turn: Promise<T>): Promise<{ text: string }> {
  const ended = new Promise<{ text: string }>(resolve => {
    const end = () => {
      if (run.end()?.outcome !== 'completed') resolve({ text: '' })
    }
    if (run.signal.aborted) end()
    // The turn itself gets the first chance to end, so that its records come before those of the end.
    else run.signal.addEventListener('abort', () => setImmediate(end), { once: true })
  })
  return Promise.race([turn, ended])
}

/** The journal says why a sub-agent did not start; the model does not learn it. */
async function recordRefusal(
  { gate, clock }: Pick<AgentFamily, 'gate' | 'clock'>,
  agents: readonly string[],
  session: string,
  { code, message }: Fault,
): Promise<void> {
  const kind: ErrorKind = errorKind(code)
  await gate.recordRun({
    type: 'run_failed',
    at: timestamp(clock.now()),
    session,
    agents,
    errorKind: kind,
    reason: message,
  })
}
