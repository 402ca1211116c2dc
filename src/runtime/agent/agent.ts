import { errorKind } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Ports } from '../../gate/ports.ts'
import type { Policies } from '../../policy/policies.ts'
import { type AgentConfig, collaborationNames } from '../agents/agent-config.ts'
import { collaborationTools } from '../agents/collaboration-tools.ts'
import type { AgentFamily, ToolboxSetting } from '../agents/family.ts'
import { openLimiter } from '../agents/limiter.ts'
import { newSubagents } from '../agents/subagents.ts'
import { mainPrompt } from '../agents/system-prompt.ts'
import { type AgentRun, type RunEnd, startRun } from '../run.ts'
import type { RuntimeTool } from '../tools/runtime-tool.ts'
import { createToolbox, type Toolbox } from '../tools/toolbox.ts'
import type { AgentEvent, AgentResult } from './agent-event.ts'
import { aiSdkModel, type SdkModel } from './ai-sdk-model.ts'
import { budgetQuestion } from './budget-question.ts'
import { eventStream } from './event-stream.ts'
import { type AgentModel, ModelFailure } from './model.ts'
import { pauseWhileAsked } from './pause-while-asked.ts'
import { type Budget, newSpending, type Prices, type Spending } from './spending.ts'
import { newStopwatch, type Stopwatch } from './stopwatch.ts'
import type { WriteTranscript } from './transcript.ts'
import { takeTurn } from './turn.ts'

/** An agent: give it a task, and it works with its tools until it is done. */
export interface Agent {
  /** Starts to work. Read the events with `for await`, or wait for `result`, or both. */
  run(task: string, options?: { readonly signal?: AbortSignal }): AgentTask
}

/** A running task. Its events start with the first iteration, so iterate at once. */
export interface AgentTask extends AsyncIterable<AgentEvent> {
  /** How it ended. Never rejects. */
  readonly result: Promise<AgentResult>
  cancel(reason: string): void
}

/** Instructions for an agent besides its task. */
export interface AgentSettings {
  readonly model: AgentModel | SdkModel
  /** Finds the model that a sub-agent asks for by its id. Without it, all agents use the same model. */
  readonly modelFor?: (id: string) => AgentModel | SdkModel | Promise<AgentModel | SdkModel>
  /** Text for the model, in addition to Sallyport's own. */
  readonly instructions?: string
  /** A budget that is used up pauses the run and asks. Sub-agents count. */
  readonly budget?: Budget
  readonly prices?: Prices
  /** How many calls of one step run at once, 8 by default. The others wait; the results keep their order. */
  readonly parallelCalls?: number
}

export interface AgentParts extends AgentSettings {
  readonly gate: Gate
  readonly ports: Pick<Ports, 'newId' | 'clock' | 'switches'>
  readonly policies: Pick<Policies, 'subagents'>
  readonly workspace: string
  /** The tools of the main agent, without those for sub-agents. */
  readonly tools: readonly RuntimeTool[]
  readonly write?: WriteTranscript
  /** Called when a run has ended, to end programs that it left running. */
  readonly endRun?: (session: string) => Promise<void>
}

/** An agent on top of a gate. `createAgent` opens the gate too. */
export const newAgent = (parts: AgentParts): Agent => ({
  run: (task, { signal } = {}) => {
    const stream = eventStream<AgentEvent>()
    const session = parts.ports.newId()
    const stopping = new AbortController()
    const stopListening = parts.gate.events.on(event => {
      if ('session' in event && event.session === session) stream.send(event)
    })
    const stop = () => stopping.abort('the caller stopped the run')
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
    const result = work(parts, { task, session, stopping: stopping.signal, send: stream.send }).finally(() => {
      signal?.removeEventListener('abort', stop)
      stopListening()
      stream.close()
    })
    return {
      result,
      cancel: reason => stopping.abort(reason),
      [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    }
  },
})

interface Work {
  readonly task: string
  readonly session: string
  readonly stopping: AbortSignal
  readonly send: (event: AgentEvent) => void
}

async function work(parts: AgentParts, { task, session, stopping, send }: Work): Promise<AgentResult> {
  const { gate, ports, write = () => {} } = parts
  // A caller that iterates has called `run` before; the first event comes after that.
  await Promise.resolve()
  const watch = newStopwatch(ports.clock)
  const spending = newSpending({ budget: parts.budget ?? {}, prices: parts.prices ?? null, watch })
  const started = await startRun({ gate, ports: { ...ports, newId: () => session } })
  if (!started.ok) {
    const { code, message } = started.faults[0]
    return {
      outcome: 'failed',
      errorKind: errorKind(code),
      reason: message,
      text: '',
      session,
      steps: 0,
      spent: spending.spent(),
    }
  }
  const run = started.value
  const cancel = () => void run.cancel(String(stopping.reason ?? 'the caller stopped the run'))
  if (stopping.aborted) cancel()
  stopping.addEventListener('abort', cancel, { once: true })
  write({ type: 'started', session, model: nameOf(parts.model) })
  const family = newFamily(parts, { run, spending, send, write })
  const { text, steps } = await mainTurn(parts, family, { run, watch, task })
  stopping.removeEventListener('abort', cancel)
  await parts.endRun?.(session)
  const end: RunEnd = run.end() ?? (await run.fail('unknown', 'the run ended without a result'))
  const result: AgentResult = { ...end, text, session, steps, spent: spending.spent() }
  write({ type: 'ended', ...result })
  return result
}

interface MainTurn {
  readonly run: AgentRun
  readonly watch: Stopwatch
  readonly task: string
}

async function mainTurn(
  { tools, policies, instructions = '', workspace }: AgentParts,
  family: AgentFamily,
  main: MainTurn,
) {
  const { run, watch, task } = main
  const config: AgentConfig = {
    depth: 0,
    tools: [...tools.map(({ name }) => name), ...collaborationNames],
    model: null,
    instructions,
  }
  const subagents = newSubagents(family, { run: () => run, watch: () => watch }, config)
  const stopPausing = family.pauseWhileAsked([], watch)
  try {
    const toolbox = family.toolbox({ run, config, subagents })
    const system = mainPrompt(workspace, instructions)
    family.write({ type: 'system', agents: [], text: system })
    const model = await family.model(null)
    const conversation = await model.open({ system, tools: await toolbox.specs() })
    const maxSteps = policies.subagents.parentSteps
    return await takeTurn({ ...family, run, conversation, toolbox, maxSteps, inbox: () => [] }, task)
  } catch (thrown) {
    await run.fail(
      thrown instanceof ModelFailure ? thrown.kind : 'unknown',
      thrown instanceof Error ? thrown.message : 'the agent failed',
    )
    return { text: '', steps: 0 }
  } finally {
    await subagents.close()
    stopPausing()
  }
}

interface Shared {
  readonly run: AgentRun
  readonly spending: Spending
  readonly send: (event: AgentEvent) => void
  readonly write: WriteTranscript
}

function newFamily(parts: AgentParts, { run, spending, send, write }: Shared): AgentFamily {
  const { gate, ports, policies, workspace, tools, model, modelFor } = parts
  const { clock } = ports
  const toolbox = ({ run: of, config, subagents }: ToolboxSetting): Toolbox => {
    const all = [...tools, ...collaborationTools({ subagents, clock })]
    return createToolbox({ run: of, tools: all.filter(({ name }) => config.tools.includes(name)) })
  }
  return {
    gate,
    clock,
    workspace,
    parallelCalls: parts.parallelCalls ?? limits.parallelCalls,
    spending,
    write,
    toolbox,
    limiter: openLimiter(policies.subagents, clock),
    keepGoing: budgetQuestion({ gate, main: run, spending }),
    emit: send,
    pauseWhileAsked: (agents, watch) => pauseWhileAsked(gate.events, { session: run.id, agents }, watch),
    model: async id => {
      if (id === null) return asModel(model)
      if (modelFor === undefined) throw new ModelFailure(`no model is set up for \`${id}\``, unknownModel)
      return asModel(await modelFor(id))
    },
  }
}

const unknownModel = { kind: 'config_error', retryable: false } as const

const asModel = (model: AgentModel | SdkModel): AgentModel => ('open' in model ? model : aiSdkModel(model))

const nameOf = (model: AgentModel | SdkModel): string => ('open' in model ? model.name : model.modelId)
