/** The shapes of the pages that tune the gate: playground, grants, policy and insights. Types only. */
import type { Grant, GrantScope } from '../../approvals/grants/grant.ts'
import type { FencedRuns } from '../../audit/fenced-runs.ts'
import type { AnswerTimes } from '../../audit/history/answer-times.ts'
import type { TimeSlot } from '../../audit/history/over-time.ts'
import type { Ask, Passed, Tally } from '../../audit/report.ts'
import type { ReasonLine } from '../../audit/timeline-row.ts'
import type { Danger } from '../../core/danger.ts'
import type { Decision } from '../../core/decision.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Tier } from '../../core/tier.ts'

/** A fault or warning in a text. Lines and columns start at 1; 0 if the fault has no place. */
export interface TextFault {
  readonly code: string
  readonly message: string
  /** The file that it is in; null if it is in none. */
  readonly file: string | null
  readonly line: number
  readonly column: number
}

/** `GET /api/playground` */
export interface PlaygroundSetting {
  readonly cwd: string
  /** Directories of earlier calls, and where the server was started. */
  readonly projects: readonly string[]
  readonly presets: readonly string[]
  /** The preset below the policies in force. */
  readonly preset: string
  readonly tools: readonly string[]
}

/** The body of `POST /api/playground`. */
export interface PlaygroundBody {
  readonly command?: string
  readonly tool?: string
  readonly input?: JsonObject
  readonly cwd?: string
  readonly preset?: string
  /** The text of a policy on top of the others. */
  readonly policy?: string
}

/** The answer: the verdict and every step that led to it. Nothing was run or recorded. */
export interface Played {
  readonly decision: Decision
  readonly sentence: string
  readonly danger: Danger
  readonly tier: Tier
  /** The decision that watch mode does not enforce. */
  readonly watched: Decision | null
  /** The text that the marks point into; null for a call without one. */
  readonly text: string | null
  /** The parts of the text that have effects, in the order of the text; they may overlap. */
  readonly marks: readonly PlayedMark[]
  /** As a tree, in reading order. */
  readonly effects: readonly PlayedEffect[]
  /** Strictest first. */
  readonly reasons: readonly ReasonLine[]
  readonly advice: readonly string[]
  /** What is wrong with the policy text; then the rest is empty and the decision is `deny`. */
  readonly policyFaults: readonly TextFault[]
}

export interface PlayedMark {
  readonly start: number
  readonly end: number
  readonly decision: Decision
  /** Indexes in `effects`. */
  readonly effects: readonly number[]
}

export interface PlayedEffect {
  readonly text: string
  readonly kind: string
  readonly tier: Tier
  readonly decision: Decision
  readonly depth: number
  /** The steps that no row above shows, such as `eval`. */
  readonly via: string
  readonly reasons: readonly ReasonLine[]
  /** What each policy file said about it. */
  readonly files: readonly PlayedFile[]
}

export interface PlayedFile {
  readonly layer: string
  readonly file: string
  readonly isTrusted: boolean
  readonly spoke: { readonly rule: string; readonly line: number; readonly decision: Decision } | null
  /** Why the file was not asked. */
  readonly silent: 'off' | 'replaced' | null
  /** The rules that did not match, and why; the first ones. */
  readonly misses: readonly { readonly rule: string; readonly line: number; readonly why: string }[]
  /** Rules that were not tried, or are not listed. */
  readonly others: number
}

/** `GET /api/grants` */
export interface GrantList {
  readonly grants: readonly GrantRow[]
  /** How far back `uses` looked; null without a journal. */
  readonly since: string | null
}

export interface GrantRow {
  readonly id: string
  /** What it lets through. */
  readonly text: string
  readonly also: string
  readonly does: Grant['shape']['does']
  readonly scope: GrantScope
  readonly session: string | null
  readonly workspace: readonly string[]
  readonly agents: readonly string[]
  readonly by: string
  readonly at: number
  readonly until: number
  readonly uses: number
  readonly lastUse: string | null
  /** The last call that it answered. */
  readonly lastCall: string | null
}

/** `GET /api/contained`: the files that contained calls wrote and no person accepted. */
export interface ContainedFiles {
  readonly projects: readonly ContainedProject[]
}

export interface ContainedProject {
  readonly project: string
  /** The first paths, relative to the project. */
  readonly paths: readonly string[]
  readonly count: number
  /** Names exactly these files. */
  readonly digest: string
}

/** `POST /api/contained/accept` */
export interface AcceptedFiles {
  readonly project: string
  readonly count: number
}

/** `POST /api/grants/:id/revoke` */
export interface Revoked {
  readonly id: string
  readonly text: string
  /** False: the grant is gone, but the journal could not record it. */
  readonly isRecorded: boolean
}

/** `GET /api/policy?project=DIR` */
export interface PolicyView {
  /** The project that the files are for; null without one. */
  readonly project: string | null
  readonly projects: readonly string[]
  readonly mode: string
  readonly preset: string
  /** In the order of evaluation, the base last. */
  readonly files: readonly PolicyFileView[]
  /** Faults that keep the policies from loading: until they are fixed, every call is denied. */
  readonly faults: readonly TextFault[]
  /** How far back the hits were counted; null without a journal. */
  readonly since: string | null
}

export interface PolicyFileView {
  readonly layer: string
  readonly path: string
  /** Null for a file that does not exist yet and may be written. */
  readonly text: string | null
  /** SHA-256 of the text: `POST /api/policy/save` sends it back. */
  readonly digest: string | null
  readonly isEditable: boolean
  /** `untrusted`: only its asks and denies count. `changed`: the same, and the trusted version's asks and denies count too. */
  readonly trust: 'own' | 'trusted' | 'untrusted' | 'changed'
  readonly rules: readonly RuleRow[]
}

export interface RuleRow {
  readonly id: string
  readonly line: number
  readonly then: Decision
  /** The calls that it is about, in words. */
  readonly about: string
  readonly because: string | null
  readonly hits: number
  readonly lastAt: string | null
}

/** The body of `POST /api/policy/check`. */
export interface PolicyCheckBody {
  readonly path: string
  readonly text: string
  /** Whether to judge past calls again, which takes up to a few seconds. */
  readonly replay?: boolean
  /** Whether the replay counts a project's file as trusted; it does by default. */
  readonly trust?: boolean
}

export interface PolicyChecked {
  /** A text with faults cannot be saved. */
  readonly faults: readonly TextFault[]
  readonly warnings: readonly TextFault[]
  readonly rules: number
  /** What trusting the project's file would let through; null for a file that needs no trust. */
  readonly trust: TrustPreview | null
  readonly replay: Replay | null
}

export interface TrustPreview {
  readonly loosens: readonly string[]
  readonly allows: readonly string[]
  readonly gone: readonly string[]
  readonly settings: readonly string[]
}

/** Past calls, judged with the policies in force and with the text in place of the file. */
export interface Replay {
  readonly changed: readonly ReplayRow[]
  /** Distinct calls that were judged. */
  readonly judged: number
  /** Distinct calls that were left because the time was up. */
  readonly notReached: number
  /** Calls whose record does not have the whole input. */
  readonly incomplete: number
  /** Calls that have other effects now than when they were made. */
  readonly different: number
  /** Whether the journal has older calls that were not looked at. */
  readonly hasMore: boolean
}

export interface ReplayRow {
  readonly tool: string
  readonly text: string
  readonly cwd: string
  readonly before: Decision
  readonly after: Decision
  /** Why it would be decided so. */
  readonly because: string
  readonly rule: { readonly id: string; readonly line: number } | null
  /** How often the call was made. */
  readonly count: number
  readonly lastAt: string
  readonly call: string
}

/** The body of `POST /api/policy/save`. */
export interface PolicySaveBody {
  readonly path: string
  readonly text: string
  /** The digest that `GET /api/policy` sent; null for a file that did not exist. */
  readonly digest: string | null
  /** Trust the project's file in the same step. */
  readonly trust?: boolean
}

export interface PolicySaved {
  readonly path: string
  readonly digest: string
  readonly isTrusted: boolean
  /** Why the file was saved but not trusted. */
  readonly note: string | null
}

/** `GET /api/insights?days=1|7|30` */
export interface Insights extends Tally {
  readonly days: number
  readonly since: string
  /** Whether every record of the period was read. */
  readonly isComplete: boolean
  readonly slotMs: number
  readonly overTime: readonly TimeSlot[]
  readonly approved: number
  /** Allowed calls that were left to the client's own checks. */
  readonly left: number
  readonly rules: readonly NamedTally[]
  /** The programs that ask most. */
  readonly programs: readonly NamedTally[]
  readonly asks: readonly Ask[]
  readonly passed: readonly Passed[]
  readonly answers: AnswerTimes
  readonly fence: FencedRuns
  readonly missed: MissedCalls
}

export interface NamedTally extends Tally {
  readonly name: string
}

/** Calls in the clients' transcripts that the journal does not have. */
export interface MissedCalls {
  /** False: the transcripts were not read, for the reason in `why`. */
  readonly isKnown: boolean
  readonly why: string | null
  readonly transcripts: number
  readonly calls: number
  readonly missed: number
  /** The last ones, newest first. */
  readonly rows: readonly {
    readonly at: string
    readonly tool: string
    readonly text: string
    readonly session: string
  }[]
}
