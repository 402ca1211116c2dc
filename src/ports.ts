import type { ApprovalOutcome, JournalEvent } from './audit/event.ts'
import type { FileFacts } from './core/facts.ts'
import type { Result } from './core/fault.ts'
import type { JsonObject } from './core/json.ts'
import type { Verdict } from './core/verdict.ts'

export type { FileFacts } from './core/facts.ts'

/** The record of everything. A failure is a value: `append` never throws and never rejects. */
export interface Journal {
  /** Durable, in order and unbroken once it resolves `ok`. */
  append(events: readonly JournalEvent[]): Promise<Result<Receipt>>
  close(): Promise<void>
}

export interface Receipt {
  readonly sequence: number
  readonly hash: string
}

/** Whoever can answer an ask: rules as code, a terminal, a console, a remote inbox. */
export interface Approver {
  readonly name: string
  /** `code` answers without a person, and so also when nobody watches. */
  readonly channel: 'code' | 'human'
  /** Rejecting or never settling is a deny. `null` passes the question on to the next approver. */
  request(request: ApprovalRequest, options: { readonly signal: AbortSignal }): Promise<ApprovalAnswer | null>
}

/** What is shown to whoever answers (R188): nothing in it is raw. */
export interface ApprovalRequest {
  readonly id: string
  readonly key: string
  readonly session: string
  readonly tool: string
  readonly summary: string
  readonly details: JsonObject
  readonly verdict: Verdict
}

export interface ApprovalAnswer {
  readonly decision: ApprovalOutcome
  readonly by: string
}

export interface Clock {
  now(): Date
  /** Calls `then` after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void
}

/** What the gate needs from the world. `src/io` has the real ones, `sallyport/testing` the predictable ones. */
export interface Ports {
  readonly facts: FileFacts
  readonly journal: Journal
  readonly approvers: readonly Approver[]
  readonly clock: Clock
  /** A fresh, unguessable id. */
  readonly newId: () => string
  /** A secret of this run, for keyed hashes (C25). */
  readonly runKey: Uint8Array
}
