import type { Network } from '../../core/address/network.ts'
import type { AllowMeaning } from '../../core/allow-meaning.ts'
import type { Decision } from '../../core/decision.ts'
import type { EffectKind, Where, Zone } from '../../core/effect.ts'
import type { Json } from '../../core/json.ts'
import type { ProgramTable } from '../../core/program-table.ts'
import type { Risk } from '../../core/risk.ts'
import type { SubagentLimits } from '../../core/subagent-limits.ts'
import type { Tier } from '../../core/tier.ts'
import type { UndoCeiling } from '../../trial/undo-ceiling.ts'

/** A policy file after reading: plain data, the same for every dialect. The cache stores this. */
export interface PolicyDocument {
  /** The path of the file, for messages. */
  readonly file: string
  /** SHA-256 of the source text. */
  readonly digest: string
  /** A preset's name or a path; null if the file has no `extends`. */
  readonly extends: string | null
  readonly mode: Mode | null
  /** The meaning of an allow for the client; null leaves that to the client's permission mode. */
  readonly allow: AllowMeaning | null
  /** False switches off rules, modes and approvals; the floor and the journal stay on (C8). */
  readonly enabled: boolean
  readonly workspace: readonly string[] | null
  readonly sensitive: readonly string[]
  readonly boundary: Boundary | null
  readonly rules: readonly Rule[]
  /** Tables for programs that Sallyport does not know. */
  readonly programs: readonly TaughtProgram[]
  readonly approvals: ApprovalSettings | null
  /** Limits of the sub-agents that Sallyport runs; not yet moved into their ranges. */
  readonly subagents?: Partial<SubagentLimits>
  /** True turns the mode on for every session; false does not turn it off. */
  readonly careful: boolean
  readonly automation: boolean
  /** Plain data; the fence reads it. */
  readonly fence: Json
  /** Turns on the audit file for other programs and sets its place; the journal is not affected (C36). */
  readonly audit?: AuditSettings
  /** The space and the time of undo points; not counted in a project's file. */
  readonly undo?: Partial<UndoCeiling>
}

export interface AuditSettings {
  readonly enabled?: boolean
  readonly logPath?: string
  readonly baseDir?: string
}

/** Decides by the effect's tier where no rule matches (R49-R52); `watch` enforces only the floor and the organisation's policy. */
export const modes = ['allow', 'auto', 'ask_for_dangerous', 'ask_for_writes', 'ask', 'deny', 'watch'] as const
export type Mode = (typeof modes)[number]

/** The decisions for paths outside the workspace. `foreign` is another user's home. */
export interface Boundary {
  readonly read: Decision
  readonly write: Decision
  readonly foreign: Decision
}

export interface ApprovalSettings {
  readonly timeoutMs: number | null
  /** How long a tool that asks a person for input waits (R209). */
  readonly humanTimeoutMs?: number | null
  /** `allow` is an opt-in that never covers high risk, escalation or automation (C1). */
  readonly onTimeout: 'allow' | 'deny'
  /** `never`: a call that would ask is denied, as in the preset `autonomous`. */
  readonly ask: 'always' | 'never'
}

/** A program's table in a policy. */
export interface TaughtProgram {
  /** Bare names and paths that the table describes. */
  readonly names: readonly string[]
  readonly line: number
  /** The file it comes from, if not the document's own: a table of a file that the document extends. */
  readonly file?: string
  readonly table: ProgramTable
}

export interface Rule {
  /** The rule's `id`, or `rule-N`. */
  readonly id: string
  readonly line: number
  /** The file it comes from, if not the document's own: a rule of a file that the document extends. */
  readonly file?: string
  readonly when: When
  readonly then: Decision
  /** `then: trial`: Sallyport runs the call on a copy and asks with the diff. */
  readonly trial: boolean
  /** `then: contain`: an ask that the fence answers, where one holds. */
  readonly contain: boolean
  readonly because: string | null
  readonly instead: string | null
  /** `instead` replaces a call that consists of one of the `run` patterns and nothing else. */
  readonly apply: boolean
  readonly match: readonly string[]
  readonly notMatch: readonly string[]
  readonly remember: 'no' | 'session' | 'always'
}

export const reaches = ['outside', 'sensitive'] as const
export type Reach = (typeof reaches)[number]

/**
 * A rule's conditions. Every key must match, and within a key any entry. Keys for kinds of effects other than `run` are
 * alternatives to one another.
 */
export interface When {
  /** Program, words and flags: `git push --force`. Also matches the effects that the program's table derives. */
  readonly run?: readonly string[]
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly delete?: readonly string[]
  /** Any of read, write and delete. */
  readonly touch?: readonly string[]
  readonly connect?: readonly string[]
  /** `git/history`, `kubernetes/*`. */
  readonly change?: readonly string[]
  readonly spawn?: readonly string[]
  readonly opaque?: true
  readonly effect?: readonly EffectKind[]
  readonly in?: readonly Zone[]
  readonly sensitive?: boolean
  readonly code?: readonly ('known' | 'project' | 'unknown')[]
  readonly where?: readonly Where['at'][]
  readonly sends?: boolean
  /** The networks of the host that it connects to; none for the public internet. */
  readonly network?: readonly Network[]
  /** Matches every effect of the call. */
  readonly tool?: readonly string[]
  /** Keys of the call's input and their values: strings may contain `*`. */
  readonly input?: readonly (readonly [string, readonly (string | number | boolean)[]])[]
  /** A regular expression (linear-time) over the call's command, or its input as JSON. */
  readonly text?: string
  /** Regular expressions over one command as it would be typed; an ask or deny also searches the whole text. */
  readonly command?: readonly string[]
  /** Regular expressions over a touched path: absolute, from `~` or from the workspace. */
  readonly path?: readonly string[]
  /** Paths that an `allow` covers without naming them: those outside the workspace, sensitive ones, or both. */
  readonly reach?: readonly Reach[]
  readonly agent?: readonly string[]
  /** The highest tier or risk that an `allow` covers, or the lowest that an `ask` or `deny` matches. */
  readonly tier?: Tier
  readonly risk?: Risk
  readonly automation?: boolean
  readonly careful?: boolean
  /** The call asks to run with more rights than the session has (R56). */
  readonly escalated?: boolean
  /** The command is more than one simple command: a pipe, a list, a redirect, a substitution (R65). */
  readonly complex?: boolean
  /** The strictest mode in which an `allow` applies, or the most permissive one in which an `ask` or `deny` does. */
  readonly mode?: Mode
}
