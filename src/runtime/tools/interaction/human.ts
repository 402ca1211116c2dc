/** The way to the person that the agent works for. Approvals have their own; this one is for the agent's questions. */
export interface Human {
  /** Returns the answer. The signal is aborted when no answer is wanted any more. */
  ask(question: HumanQuestion, signal: AbortSignal): Promise<string>
}

export interface HumanQuestion {
  readonly id: string
  /** A few words above the question. */
  readonly header: string | null
  readonly text: string
  readonly options: readonly HumanOption[]
  /** Whether any other answer than the options is fine too. */
  readonly isOpen: boolean
}

export interface HumanOption {
  readonly label: string
  readonly description: string | null
}
