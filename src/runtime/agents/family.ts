import type { Clock } from '../../core/clock.ts'
import type { Gate } from '../../gate/gate.ts'
import type { LoopEvent } from '../agent/agent-event.ts'
import type { KeepGoing } from '../agent/budget-question.ts'
import type { AgentModel } from '../agent/model.ts'
import type { Spending } from '../agent/spending.ts'
import type { Stopwatch } from '../agent/stopwatch.ts'
import type { WriteTranscript } from '../agent/transcript.ts'
import type { AgentRun } from '../run.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import type { AgentConfig } from './agent-config.ts'
import type { Limiter } from './limiter.ts'
import type { Subagents } from './subagents.ts'

/** The parts that all agents of one run share: the gate, the limiter, the budgets and the records. */
export interface AgentFamily {
  readonly gate: Pick<Gate, 'recordRun'>
  readonly clock: Clock
  /** Without a limiter no sub-agent starts (R166). */
  readonly limiter: Limiter | null
  readonly spending: Spending
  readonly keepGoing: KeepGoing
  readonly workspace: string
  /** How many calls of one step of an agent run at once. */
  readonly parallelCalls: number
  readonly emit: (event: LoopEvent) => void
  readonly write: WriteTranscript
  /** The model with this id; null for the run's own. */
  model(id: string | null): Promise<AgentModel>
  /** The tools of one agent. */
  toolbox(agent: ToolboxSetting): Toolbox
  /** Pauses this watch while a person answers a question of these agents. The returned function stops that. */
  pauseWhileAsked(agents: readonly string[], watch: Stopwatch): () => void
}

export interface ToolboxSetting {
  readonly run: AgentRun
  readonly config: AgentConfig
  readonly subagents: Subagents
}
