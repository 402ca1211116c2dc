/**
 * The shapes that the server sends and the console reads. Both sides import these types, so that neither guesses. Everything here is
 * redacted, and no text is escaped: the console shows texts as texts.
 */
import type { GrantScope } from '../approvals/grants/grant.ts'
import type { CallDetail, EffectLine, ReasonLine, TimelineRow } from '../audit/timeline-row.ts'
import type { Danger } from '../core/danger.ts'
import type { JsonObject } from '../core/json.ts'
import type { RunMode } from '../core/switches/run-mode.ts'
import type { RuleRef } from '../core/verdict.ts'

export type {
  CallDetail,
  CallFlag,
  CallState,
  EffectLine,
  ReasonLine,
  TimelineRow,
  TrialRow,
} from '../audit/timeline-row.ts'

/** A rule in a policy file. */
export type RuleAt = RuleRef

export interface CallPage {
  /** Newest first. */
  readonly rows: readonly TimelineRow[]
  /** The number of the newest record that the rows contain: the stream goes on after it. */
  readonly last: number
  readonly hasMore: boolean
}

/** The answer of `GET /api/calls/{id}`. */
export interface CallAnswer extends CallDetail {
  /** What an undo would do now, or why there is none; null for a call that kept no changes. */
  readonly undo: UndoState | null
}

export type UndoState =
  /** `does`: `brings back 246 files, restores 3`. */
  { readonly isPossible: true; readonly does: string } | { readonly isPossible: false; readonly because: string }

/** The answer of `POST /api/calls/{id}/undo`. */
export interface UndoneCall {
  readonly call: string
  readonly does: string
}

/** A session: the calls that share a client's session id. */
export interface SessionRow {
  readonly id: string
  readonly client: string | null
  readonly cwd: string
  readonly firstAt: string
  readonly lastAt: string
  readonly calls: number
  readonly asked: number
  readonly denied: number
  readonly waiting: number
  readonly stopped: boolean
}

/** A question in the inbox. */
export interface Card {
  readonly id: string
  readonly at: number
  /** When it expires, in milliseconds since 1970. */
  readonly until: number
  readonly session: string
  readonly client: string | null
  readonly machine: string
  readonly workspace: string
  readonly cwd: string
  readonly branch: string | null
  readonly agents: readonly string[]
  readonly tool: string
  /** The whole command, never cut; null for a call without one. */
  readonly command: string | null
  readonly details: JsonObject
  /** The parts of `command` that cause the question. */
  readonly marks: readonly { readonly start: number; readonly end: number }[]
  readonly sentence: string
  readonly danger: Danger
  readonly effects: readonly EffectLine[]
  /** The possible cost of a yes. If `keeps` is set, lines with `+`, `-` or `~` in front name changed paths. */
  readonly radius: readonly string[]
  /** Set if the call has run in an overlay and a yes keeps its changes: `deletes 246 files, changes 3`. */
  readonly keeps: string | null
  readonly reasons: readonly ReasonLine[]
  /** Says which call an approval counts for. */
  readonly binds: string
  /** The grants that an approval may create, narrowest first. */
  readonly offers: readonly CardOffer[]
  /** Earlier answers to the same request, newest first. */
  readonly earlier: readonly { readonly at: string; readonly decision: string; readonly by: string }[]
  /** Destructive or sensitive: the card opens on *no*, has no one-key yes and no "always". */
  readonly grave: boolean
  /** Whether an installed hook made the call. */
  readonly proven: boolean
  /** Whether the caller still waits. If not, an approval counts for the next identical call. */
  readonly live: boolean
}

export interface CardOffer {
  /** Its place among the offers of the question, for `offer` in an answer. */
  readonly index: number
  /** Whether it opens the fence by exactly one thing: then a yes with it runs the call inside the fence. */
  readonly opens: boolean
  readonly text: string
  readonly also: string
  readonly upTo: GrantScope
}

/** The body of `POST /api/approvals/{id}/respond`. */
export interface RespondBody {
  readonly approved: boolean
  readonly scope?: 'once' | GrantScope
  /** The `index` of the offer to remember; the first that does not open the fence by default. */
  readonly offer?: number
  /** A message to the agent with a denial. */
  readonly says?: string
}

/** The state of the machine, for the header of every page. */
export interface Overview {
  readonly version: string
  readonly machine: string
  readonly user: string
  /** The home directory, so that pages can shorten paths. */
  readonly home: string
  readonly mode: RunMode
  readonly policy: string
  readonly paused: { readonly until: string | null; readonly by: string } | null
  readonly waiting: number
  readonly stopped: readonly string[]
  readonly clients: readonly { readonly name: string; readonly installed: boolean }[]
  readonly day: { readonly calls: number; readonly asked: number; readonly denied: number }
}

export { type RunMode, runModes } from '../core/switches/run-mode.ts'

/** The body of `POST /api/mode`. Without a session it counts for all sessions that have no mode of their own. */
export interface ModeBody {
  readonly mode: RunMode
  readonly session?: string
}

/** The body of `POST /api/stop` and `POST /api/resume`. Without a session it counts for all of them. */
export interface SwitchBody {
  readonly session?: string
}

/** The answer of `POST /api/audit/verify`. */
export type AuditVerification =
  | {
      readonly intact: true
      readonly records: number
      readonly segments: number
      /** The last record as `NUMBER:HASH`, to keep where agents cannot write. */
      readonly last: string
      /** How often a person continued after a break. */
      readonly breaks: number
      readonly milliseconds: number
    }
  | { readonly intact: false; readonly fault: string }

/** The answer of `POST /api/login`. The page keeps the key and sends it with every request, as the header `x-sallyport-key`. */
export interface LoginAnswer {
  readonly key: string
}

/** Named events of `GET /api/events`, beside the journal's records, whose `id` is their number and whose `event` is their type. */
export interface StreamEvents {
  readonly approval_required: {
    readonly approval_id: string
    readonly card: Card
    /** The ended card of the same question: its caller gave up, or asks again. */
    readonly replaces?: string
  }
  /** The question got more time, or it expires soon. */
  readonly approval_changed: { readonly approval_id: string; readonly until: number; readonly expiresSoon: boolean }
  readonly approval_over: {
    readonly approval_id: string
    readonly outcome: 'approved' | 'denied' | 'expired' | 'cancelled'
    /** The person, tab or program that answered, if that is known. */
    readonly by?: string | null
  }
  readonly overview: Overview
  /** Another journal has taken the place of this one; its records follow from the first. */
  readonly journal_restarted: Readonly<Record<string, never>>
}

/** Every error of the API. */
export interface ApiError {
  readonly error: string
  readonly code: string
}
