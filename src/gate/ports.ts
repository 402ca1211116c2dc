import type { Approver } from '../approvals/approver.ts'
import type { Measure } from '../approvals/blast-radius/measures.ts'
import type { GrantStore } from '../approvals/grants/grant.ts'
import type { Broadcast } from '../audit/broadcast.ts'
import type { JournalEvent } from '../audit/event.ts'
import type { Journal } from '../audit/journal.ts'
import type { Place } from '../core/call.ts'
import type { Clock } from '../core/clock.ts'
import type { FileFacts } from '../core/facts.ts'
import type { Switches } from '../core/switches/switches.ts'
import type { Fence } from '../fence/fence.ts'
import type { Policies } from '../policy/policies.ts'
import type { Allowance } from '../policy/widening.ts'
import type { ContainMemory } from './contain/contain-memory.ts'
import type { LostCopies } from './keep-lost.ts'
import type { Trials } from './trial-port.ts'

export type { ApprovalAnswer, ApprovalRequest, Approver, OpenQuestion, Waiting } from '../approvals/approver.ts'
export type { Grant, GrantScope, GrantShape, GrantStore } from '../approvals/grants/grant.ts'
export type { Journal, Receipt } from '../audit/journal.ts'
export type { Clock } from '../core/clock.ts'
export type { FileFacts } from '../core/facts.ts'
export type { SessionStop, Switches, SwitchState } from '../core/switches/switches.ts'
export type { Fence, FencePlan, Mount } from '../fence/fence.ts'
export type {
  Blocked,
  ContainedRun,
  ContainMemory,
  FenceFailure,
  LeftBehind,
} from './contain/contain-memory.ts'
export type { Committed, OpenTrial, Trials } from './trial-port.ts'

/** Everything that the gate needs from outside. `src/io` has the real ports, `sallyport/testing` predictable ones. */
export interface Ports {
  readonly facts: FileFacts
  readonly journal: Journal
  readonly approvers: readonly Approver[]
  readonly clock: Clock
  /** Returns a new id that cannot be guessed. */
  readonly newId: () => string
  /** Names this process, so that others can tell whether it died while it waited for an answer. */
  readonly process?: () => string
  /** A secret for keyed hashes, known only to this run (C25). */
  readonly runKey: Uint8Array
  /** The environment variables that calls run with, if they are known. */
  readonly env?: Readonly<Record<string, string>>
  /** The machine's sandbox. Without one, a call that requires a fence does not run. */
  readonly fence?: Fence
  /** Runs in an overlay. Without it, `then: trial` asks as usual. */
  readonly trials?: Trials
  /** Copies what a call is about to lose that a client runs. Without it, such a call cannot be undone. */
  readonly copies?: LostCopies
  /** Measures what a yes could cost, for the person who is asked. Reads only, and within a fraction of a second. */
  readonly survey?: (measures: readonly Measure[], place: Place) => Promise<readonly string[]>
  /** Looks up host names. Without it, an MCP call to a host by its name is refused (R168). */
  readonly resolve?: Resolver
  /** SHA-256 in hex; replaces the slower one in plain JavaScript. */
  readonly hash?: (text: string) => string
  /** Runs the judgement and returns null if it took too long. Without it, only the budget of the analysis limits a judgement. */
  readonly inTime?: <T>(work: () => T) => T | null
  /** Without it, a change of policy between two processes is not recorded. */
  readonly policyMemory?: PolicyMemory
  /** Stores grants that outlive a session. Without a store, a person's `always` counts for one call. */
  readonly grants?: GrantStore
  /** The switches of a person: stop and mode. Without them, no session is stopped and the policies alone decide. */
  readonly switches?: Switches
  /** Remembers what contained runs left behind. Without it, the fence answers no ask. */
  readonly contained?: ContainMemory
  /** Gets the events of the gate, to write audit files in the format of other systems (R141). Must not throw. */
  readonly follow?: (gate: Followed) => void
}

/** Returns every address of a host name. Rejects, or returns none, if it cannot tell. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** The part of a gate that a listener sees. */
export interface Followed {
  readonly events: Pick<Broadcast<JournalEvent>, 'on'>
  /** The policies in force now. */
  readonly policies: () => Policies
  readonly place: Place
}

/** Remembers, across processes, what the policies of a workspace allowed when they were last used (R221). Must not throw. */
export interface PolicyMemory {
  recall(workspace: readonly string[]): Allowance | null
  remember(workspace: readonly string[], allowance: Allowance): void
}
