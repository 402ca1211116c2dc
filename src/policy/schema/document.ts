import type { Decision } from '../../core/decision.ts'
import type { EffectKind, Where, Zone } from '../../core/effect.ts'
import type { Json } from '../../core/json.ts'
import type { ProgramTable } from '../../core/program-table.ts'
import type { Risk } from '../../core/risk.ts'
import type { Tier } from '../../core/tier.ts'

/** A policy file after reading: plain data, the same whichever way it was written, and what the cache holds. */
export interface PolicyDocument {
  /** The path that people know it by. */
  readonly file: string
  /** SHA-256 of the source text. */
  readonly digest: string
  /** A preset's name or a path; null if the file does not say. */
  readonly extends: string | null
  readonly mode: Mode | null
  /** False switches rules, modes and approvals off; the floor and the journal stay (C8). */
  readonly enabled: boolean
  readonly workspace: readonly string[] | null
  readonly sensitive: readonly string[]
  readonly boundary: Boundary | null
  readonly rules: readonly Rule[]
  /** What the file teaches about programs that Sallyport does not know. */
  readonly programs: readonly TaughtProgram[]
  readonly approvals: ApprovalSettings | null
  /** True turns the mode on for every session; it never turns one off that is on. */
  readonly careful: boolean
  readonly automation: boolean
  /** Kept as data for the fence. */
  readonly fence: Json
  /** Asks for the audit file for other programs, and says where it lies; the journal is not affected (C36). */
  readonly audit?: AuditSettings
}

export interface AuditSettings {
  readonly enabled?: boolean
  readonly logPath?: string
  readonly baseDir?: string
}

/** The default of an effect's tier where neither rules nor base speak (R49-R52); `watch` stops only the floor. */
export const modes = ['allow', 'auto', 'ask_for_dangerous', 'ask_for_writes', 'ask', 'deny', 'watch'] as const
export type Mode = (typeof modes)[number]

/** What happens outside the agent's own ground. `foreign` is another person's home. */
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
  /** `never`: what would ask is denied, as in the preset `autonomous`. */
  readonly ask: 'always' | 'never'
}

/** A program's table as a policy brings it. */
export interface TaughtProgram {
  /** Bare names and paths that the table describes. */
  readonly names: readonly string[]
  readonly line: number
  /** Where it stands, if not in the document's own file: a table of what the file extends. */
  readonly file?: string
  readonly table: ProgramTable
}

export interface Rule {
  /** Its own name, or `rule-N`. */
  readonly id: string
  readonly line: number
  /** Where it stands, if not in the document's own file: a rule of what the file extends. */
  readonly file?: string
  readonly when: When
  readonly then: Decision
  /** `then: trial`: an ask that a diff answers, where Sallyport runs the call. */
  readonly trial: boolean
  readonly because: string | null
  readonly instead: string | null
  /** A call that is one of the `run` patterns and nothing more is replaced by `instead`. */
  readonly apply: boolean
  readonly match: readonly string[]
  readonly notMatch: readonly string[]
  readonly remember: 'no' | 'session' | 'always'
}

export const reaches = ['outside', 'sensitive'] as const
export type Reach = (typeof reaches)[number]

/**
 * What a rule looks at. Every key that is there must hold; inside a key, any entry. Keys for an effect's kind other
 * than `run` are alternatives to one another.
 */
export interface When {
  /** Program, words and flags: `git push --force`. Also matches what the program's own table derives. */
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
  /** Matches every effect of the call. */
  readonly tool?: readonly string[]
  /** Keys of the call's input: texts may hold `*`. */
  readonly input?: readonly (readonly [string, readonly (string | number | boolean)[]])[]
  /** A regular expression (linear-time) over the call's command, or its input as JSON. */
  readonly text?: string
  /** Regular expressions over one command as it would be typed; an ask or deny also searches the whole text. */
  readonly command?: readonly string[]
  /** Regular expressions over a touched path: absolute, from `~` or from the workspace. */
  readonly path?: readonly string[]
  /** What an `allow` covers though it does not name it: paths outside the workspace, sensitive ones, or both. */
  readonly reach?: readonly Reach[]
  readonly agent?: readonly string[]
  /** The highest tier or risk that an `allow` reaches, the lowest at which an `ask` or `deny` starts. */
  readonly tier?: Tier
  readonly risk?: Risk
  readonly automation?: boolean
  readonly careful?: boolean
  /** The call asks to run with more rights than the session has (R56). */
  readonly escalated?: boolean
  /** The command is more than one simple command: a pipe, a list, a redirect, a substitution (R65). */
  readonly complex?: boolean
  /** The strictest mode under which an `allow` holds, the laxest from which an `ask` or `deny` starts. */
  readonly mode?: Mode
}
