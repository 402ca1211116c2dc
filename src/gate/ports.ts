import type { Approver } from '../approvals/approver.ts'
import type { GrantStore } from '../approvals/grant.ts'
import type { Broadcast } from '../audit/broadcast.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { Journal } from '../audit/journal.ts'
import type { Place } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import type { FileFacts } from '../core/facts.ts'
import type { Fence } from '../fence/fence.ts'
import type { Policies } from '../policy/policies.ts'
import type { Allowance } from '../policy/widening.ts'

export type { ApprovalAnswer, ApprovalRequest, Approver, OpenQuestion, Waiting } from '../approvals/approver.ts'
export type { Grant, GrantScope, GrantShape, GrantStore } from '../approvals/grant.ts'
export type { Journal, Receipt } from '../audit/journal.ts'
export type { Clock } from '../core/clock.ts'
export type { FileFacts } from '../core/facts.ts'
export type { Fence, FencePlan, Mount } from '../fence/fence.ts'

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
  /** The environment that calls run in, where it is known. */
  readonly env?: Readonly<Record<string, string>>
  /** The machine's sandbox. Without one, what must be fenced in does not run. */
  readonly fence?: Fence
  /** SHA-256 in hex, where the machine has a faster one than the pure part brings. */
  readonly hash?: (text: string) => string
  /** Without one, a change of policy between two processes is not recorded. */
  readonly policyMemory?: PolicyMemory
  /** Answers that outlive a session. Without a store, a person's `always` holds once. */
  readonly grants?: GrantStore
  /** Hears what a gate records, for files beside the journal in other systems' words (R141). Does not throw. */
  readonly follow?: (gate: Followed) => void
}

/** A gate, as those see it who listen to it. */
export interface Followed {
  readonly events: Pick<Broadcast<JournalEvent>, 'on'>
  /** The policies in force now. */
  readonly policies: () => Policies
  readonly place: Place
}

/** What the policies of a workspace let through when they were last used, in whatever process (R221). Neither throws. */
export interface PolicyMemory {
  recall(workspace: readonly string[]): Allowance | null
  remember(workspace: readonly string[], allowance: Allowance): void
}
