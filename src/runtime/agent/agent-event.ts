import type { JournalEvent } from '../../audit/event.ts'
import type { RunEnd } from '../run.ts'
import type { Usage } from './model.ts'
import type { Retry } from './retry-step.ts'

/** The events of a run in order: those of the journal, and those of the loop between them. */
export type AgentEvent = JournalEvent | LoopEvent

export type LoopEvent = StepStarted | TextArrived | StepRetried | StepFinished

interface OfAgent {
  /** The sub-agents that lead to this one, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
}

/** The agent calls its model. */
export interface StepStarted extends OfAgent {
  readonly type: 'step_started'
  readonly step: number
  /** How many steps it may take. */
  readonly of: number
}

/** A piece of the model's text. */
export interface TextArrived extends OfAgent {
  readonly type: 'text'
  readonly text: string
}

/** The call of the model failed and is repeated; the text of this step so far does not count. */
export interface StepRetried extends OfAgent, Retry {
  readonly type: 'step_retried'
}

export interface StepFinished extends OfAgent {
  readonly type: 'step_finished'
  readonly step: number
  readonly text: string
  readonly calls: number
  readonly usage: Usage
}

/** How a run of an agent ended. */
export interface AgentResult extends RunEnd {
  /** The last text of the main agent. */
  readonly text: string
  readonly session: string
  readonly steps: number
  /** Of all agents of the run. */
  readonly spent: Spent
}

export interface Spent extends Usage {
  /** Milliseconds of work, without the time that people took to answer. */
  readonly wallMs: number
  /** In the currency of the configured prices; null without prices. */
  readonly cost: number | null
}
