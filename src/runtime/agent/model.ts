import type { ErrorKind } from '../../core/fault.ts'
import type { ToolImage } from '../tools/runtime-tool.ts'
import type { ToolSpecification } from '../tools/toolbox.ts'

/** A language model, as the loop of an agent sees it. `aiSdkModel` makes one from any model of the AI SDK. */
export interface AgentModel {
  /** `claude-sonnet-5`; for people and the transcript. */
  readonly name: string
  /** Starts a conversation of its own. */
  open(setup: ConversationSetup): Promise<Conversation>
}

export interface ConversationSetup {
  readonly system: string
  readonly tools: readonly ToolSpecification[]
}

/** One history of messages. No other agent sees it. */
export interface Conversation {
  say(text: string): void
  /** The results of all calls of the last step, one for each. */
  answer(results: readonly CallResult[]): void
  /**
   * Calls the model once. Rejects with a `ModelFailure`; nothing of a failed step stays in the history, so it can be
   * repeated.
   */
  step(options: StepOptions): Promise<ModelStep>
}

export interface StepOptions {
  readonly signal: AbortSignal
  /** Gets the text as it arrives. */
  readonly onText: (text: string) => void
}

export interface ModelStep {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly usage: Usage
}

export interface ModelCall {
  readonly id: string
  readonly tool: string
  /** As the model sent it: data, or the text if that is not valid JSON. */
  readonly input: unknown
}

export interface CallResult {
  readonly id: string
  readonly tool: string
  readonly text: string
  readonly failed: boolean
  readonly images: readonly ToolImage[]
}

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Why a step failed. The message is for people and the journal, and contains no key. */
export class ModelFailure extends Error {
  readonly kind: ErrorKind
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the provider asks to wait; null if it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    { kind, retryable, retryAfterMs = null }: Pick<ModelFailure, 'kind' | 'retryable'> & Partial<ModelFailure>,
  ) {
    super(message)
    this.name = 'ModelFailure'
    this.kind = kind
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
  }
}
