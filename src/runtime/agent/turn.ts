import type { Clock } from '../../core/clock.ts'
import type { AgentRun } from '../run.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { LoopEvent } from './agent-event.ts'
import type { KeepGoing } from './budget-question.ts'
import { mapParallel } from './map-parallel.ts'
import { type CallResult, type Conversation, type ModelCall, ModelFailure, type ModelStep } from './model.ts'
import { callResult } from './result-text.ts'
import { retryStep } from './retry-step.ts'
import type { Spending } from './spending.ts'
import type { WriteTranscript } from './transcript.ts'

/** Everything that one turn of an agent needs. */
export interface TurnSetting {
  readonly run: AgentRun
  readonly conversation: Conversation
  readonly toolbox: Pick<Toolbox, 'call'>
  readonly maxSteps: number
  /** How many calls of one step run at once; the others wait. */
  readonly parallelCalls: number
  readonly clock: Clock
  readonly spending: Pick<Spending, 'add'>
  /** Asks whether the run goes on if a budget is used up. */
  readonly keepGoing: KeepGoing
  readonly emit: (event: LoopEvent) => void
  readonly write: WriteTranscript
  /** Messages that arrived during the turn. */
  readonly inbox: () => readonly string[]
}

export interface TurnEnd {
  /** The model's last text. */
  readonly text: string
  readonly steps: number
}

/**
 * Lets the model work until it makes no more calls. Every call goes through the toolbox, and so through the gate (R81): the
 * model's library runs nothing. The run has ended when this returns; it never rejects.
 */
export async function takeTurn(turn: TurnSetting, prompt: string): Promise<TurnEnd> {
  const { run, conversation, maxSteps, keepGoing, write } = turn
  const { agents } = run
  let text = ''
  let steps = 0
  conversation.say(prompt)
  write({ type: 'prompt', agents, text: prompt })
  try {
    while (run.end() === null) {
      if (steps >= maxSteps) {
        await run.fail('permission', `the agent stopped after ${maxSteps} steps`)
        break
      }
      if (!(await keepGoing(run))) break
      steps += 1
      const step = await takeStep(turn, steps)
      text = step.text
      if (run.end() !== null) break
      const messages = step.calls.length === 0 ? turn.inbox() : []
      if (step.calls.length === 0 && messages.length === 0) {
        await run.complete()
        break
      }
      if (step.calls.length > 0) conversation.answer(await makeCalls(turn, step.calls))
      for (const message of [...messages, ...turn.inbox()]) {
        conversation.say(message)
        write({ type: 'prompt', agents, text: message })
      }
    }
  } catch (thrown) {
    await endBroken(run, thrown)
  }
  return { text, steps }
}

async function takeStep(turn: TurnSetting, number: number): Promise<ModelStep> {
  const { run, conversation, maxSteps, clock, spending, emit, write } = turn
  const { agents } = run
  emit({ type: 'step_started', agents, step: number, of: maxSteps })
  const step = await retryStep(conversation, {
    clock,
    signal: run.signal,
    onText: text => emit({ type: 'text', agents, text }),
    onRetry: retry => emit({ type: 'step_retried', agents, ...retry }),
  })
  spending.add(step.usage)
  const { text, calls, usage } = step
  emit({ type: 'step_finished', agents, step: number, text, calls: calls.length, usage })
  write({ type: 'step', agents, step: number, text, calls, usage })
  return step
}

/** Makes the calls of a step, some at the same time. Each has exactly one result, in the order of the calls. */
function makeCalls(turn: TurnSetting, calls: readonly ModelCall[]): Promise<readonly CallResult[]> {
  const { run, toolbox, write, parallelCalls } = turn
  const { agents } = run
  return mapParallel(calls, parallelCalls, async call => {
    const result = callResult(call, await toolbox.call(call.tool, call.input, { id: call.id }))
    const { id, tool, text, failed } = result
    write({ type: 'result', agents, id, tool, text, failed })
    return result
  })
}

async function endBroken(run: AgentRun, thrown: unknown): Promise<void> {
  const failure = thrown instanceof ModelFailure ? thrown : null
  if (failure?.kind === 'cancelled') await run.cancel(failure.message)
  else await run.fail(failure?.kind ?? 'unknown', failure?.message ?? `the agent failed: ${messageOf(thrown)}`)
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : 'no reason given')
