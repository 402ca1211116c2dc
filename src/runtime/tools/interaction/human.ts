/** The person that the agent works for, for the agent's own questions. Approvals go to approvers. */
export interface Human {
  /** Returns the answer; null if the person gives none. The signal is aborted when the agent does not wait any more. */
  ask(question: HumanQuestion, signal: AbortSignal): Promise<string | null>
}

export interface HumanQuestion {
  readonly id: string
  /** The sub-agents that lead to the one that asks, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
  /** How long the agent waits for the answer; null: without a limit. */
  readonly timeoutMs: number | null
  /** A few words above the question. */
  readonly header: string | null
  readonly text: string
  readonly options: readonly HumanOption[]
  /** Whether another answer than the options is fine too. */
  readonly isOpen: boolean
}

export interface HumanOption {
  readonly label: string
  readonly description: string | null
}
