import type { Result } from '../../core/fault.ts'
import type { HookProgram } from './hook-command.ts'

/** Who a settings file speaks for, weakest first. */
export const levels = ['project', 'user', 'managed'] as const
export type Level = (typeof levels)[number]

export interface SettingsPlace {
  readonly home: string
  readonly project: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What is put into a client's settings. */
export interface Wanted {
  readonly program: HookProgram
  /** Whether what tools give back passes the hook too, so that secrets in it are hidden from the model. */
  readonly results: boolean
  /** The text of a client's plugin, for the clients that have plugins instead of hooks. */
  readonly plugin: (client: string) => string
}

/** How one client is told about the hook. Pure: from a file's text to the text that it should have. */
export interface ClientSettings {
  readonly title: string
  readonly levels: readonly Level[]
  readonly path: (level: Level, place: SettingsPlace) => string
  /** The text with our hook in it and everything else as it was; null stands for a file that does not exist. */
  readonly add: (text: string | null, wanted: Wanted) => Result<string>
  /**
   * The text without our hook; null if the file was nothing but ours. `original` is what it held before we came: null if there was
   * no file, undefined if nobody knows.
   */
  readonly remove: (text: string, original?: string | null) => Result<string | null>
  readonly state: (text: string | null, wanted: Wanted) => InstallState
  /** Whether what tools give back passes our hook, as the text stands. */
  readonly results: (text: string) => boolean
  /** Our commands in a settings text, as the client would run them before a call. */
  readonly commands: (text: string) => readonly string[]
  /** What installing at a level does not cover, in sentences. */
  readonly gaps: (level: Level) => readonly string[]
  /** Where the client passes over a hook in silence until a person has trusted it. */
  readonly trust?: HookTrust
  readonly checkup?: Checkup
}

/** Something in a client's settings that makes it less careful. */
export interface Weakening {
  readonly says: string
  readonly dropsHooks: boolean
}

/** What `sallyport doctor` looks at in a client. */
export interface Checkup {
  /** The client's own program. */
  readonly program: string
  /** From this version on a hook that fails blocks the call; left out where nobody has looked for it. */
  readonly firstVersion?: string
  /** The version that all of this was tried with; left out where it was not. */
  readonly triedVersion?: string
  /** Settings files beside those that the hook can go into. */
  readonly otherFiles: (place: SettingsPlace) => readonly string[]
  readonly weakenings: (text: string) => readonly Weakening[]
  /** Variables that drop hooks. */
  readonly droppingVariables: readonly string[]
  /** What drops hooks in the command line of a client that runs. */
  readonly droppingFlags: RegExp | null
  /** What the client sends to its hook about a shell command, and the decision in what it takes for an answer. */
  readonly canary: (command: string, cwd: string) => string
  readonly decision: (stdout: string) => string | null
  /** The arguments that let the client follow one order without a person; left out where it cannot. */
  readonly headless?: (order: string) => readonly string[]
}

/** How a client is told that a person trusts its hooks. */
export interface HookTrust {
  /** The file that says so. */
  readonly path: (place: SettingsPlace) => string
  /** How a person does it in the client. */
  readonly how: string
  /** What stands for each of our hooks in what the client writes down. */
  readonly hashes: (hooks: SettingsFile) => readonly string[]
  /** Whether a change of the hooks moves hooks of others, so that a person has to trust those again. */
  readonly isMoving: (before: SettingsFile, after: SettingsFile) => boolean
  readonly isTrusted: (text: string | null, hooks: SettingsFile) => boolean
  readonly add: (text: string | null, hooks: TrustedHooks) => Result<string>
  readonly remove: (text: string, hooks: TrustedHooks) => string
}

export interface SettingsFile {
  readonly path: string
  readonly text: string
}

export interface TrustedHooks extends SettingsFile {
  /** The hashes that hooks of ours have had: by them what was said about ours is told from what was said about others. */
  readonly known: readonly string[]
}

/** `stale`: ours, but not as this installation would write it. `untrusted`: the client will pass it over. */
export type InstallState = 'absent' | 'present' | 'stale' | 'untrusted' | 'unreadable'
