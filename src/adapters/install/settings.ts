import type { Result } from '../../core/fault.ts'
import type { HookProgram } from './hook-command.ts'
import type { Mistake } from './json-reading.ts'

/** The scope of a settings file, weakest first. */
export const levels = ['project', 'user', 'managed'] as const
export type Level = (typeof levels)[number]

export interface SettingsPlace {
  readonly home: string
  readonly project: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The hook to put into a client's settings. */
export interface Wanted {
  readonly program: HookProgram
  readonly does: HookWork
  /** The text of a client's plugin, for the clients that have plugins instead of hooks. */
  readonly plugin: (client: string) => string
}

/** The hook's work besides deciding about calls. */
export interface HookWork {
  /** Whether tool results pass the hook too, so that it can hide secrets in them from the model. */
  readonly results: boolean
  /** Whether it may have calls run in the fence; then it sees how commands of the shell tool ended. */
  readonly contain: boolean
}

/** How to install the hook in one client. Pure functions from a file's text to the text that it should have. */
export interface ClientSettings {
  readonly title: string
  readonly levels: readonly Level[]
  readonly path: (level: Level, place: SettingsPlace) => string
  /** The text with our hook added and everything else unchanged; null stands for a missing file. */
  readonly add: (text: string | null, wanted: Wanted) => Result<string>
  /**
   * The text without our hook; null if the file contained nothing else. `original` is the text before we changed it: null if
   * there was no file, undefined if that is unknown.
   */
  readonly remove: (text: string, original?: string | null) => Result<string | null>
  readonly state: (text: string | null, wanted: Wanted) => InstallState
  /** Why the client does not read a file with this text; null if it does. */
  readonly mistake: (text: string) => Mistake | null
  /** Whether the client does not start with such a file; otherwise it ignores the file, and our hook in it. */
  readonly stopsOnMistake: boolean
  /** The work of our hook, according to this text; null where the text does not say. */
  readonly does: (text: string) => { readonly [work in keyof HookWork]: boolean | null }
  /** Whether the client can run the fenced form of a call. */
  readonly canContain: boolean
  /** Commands of other hooks in this text that can change a call of the shell tool. */
  readonly otherHooks: (text: string) => readonly string[]
  /** Our commands in a settings text, as the client runs them before a call. */
  readonly commands: (text: string) => readonly string[]
  /** Sentences that say what installing at a level does not cover. */
  readonly gaps: (level: Level) => readonly string[]
  /** For a client that silently skips a hook until a person has trusted it. */
  readonly trust?: HookTrust
  readonly checkup?: Checkup
}

/** A setting that weakens the client's own protection. */
export interface Weakening {
  readonly says: string
  readonly dropsHooks: boolean
}

/** The facts that `sallyport doctor` needs to check a client. */
export interface Checkup {
  /** The client's own program. */
  readonly program: string
  /** The first version in which a failing hook blocks the call; left out if it is not known. */
  readonly firstVersion?: string
  /** The version that this was tested with; left out if it was not tested. */
  readonly triedVersion?: string
  /** Other settings files that affect hooks. */
  readonly otherFiles: (place: SettingsPlace) => readonly string[]
  readonly weakenings: (text: string) => readonly Weakening[]
  /** Environment variables that disable hooks. */
  readonly droppingVariables: readonly string[]
  /** Command line flags that disable hooks. */
  readonly droppingFlags: RegExp | null
  /** A test request about a shell command as the client would send it, and the decision in the hook's answer. */
  readonly canary: (command: string, cwd: string) => string
  readonly decision: (stdout: string) => string | null
  /** The command in the answer that the client runs instead of the call's own; left out if the client cannot contain calls. */
  readonly fenced?: (stdout: string) => string | null
  /** Sentences about settings that put commands into a sandbox of the client's own, in which ours may not start. */
  readonly ownSandbox?: (text: string) => readonly string[]
  /** The client's output when it has not loaded its settings, and the arguments with which it checks them, if it needs any. */
  readonly settingsFault?: { readonly says: RegExp; readonly check?: readonly string[] }
  /** The arguments for running one prompt without a person; left out if the client cannot do that. */
  readonly headless?: (order: string) => readonly string[]
}

/** How a client records that a person trusts a hook. */
export interface HookTrust {
  /** The file with the trust entries. */
  readonly path: (place: SettingsPlace) => string
  /** How a person trusts a hook in the client. */
  readonly how: string
  /** The hash of each of our hooks, as the client records it. */
  readonly hashes: (hooks: SettingsFile) => readonly string[]
  /** Whether a change moves other hooks, so that a person has to trust those again. */
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
  /** All hashes that our hooks have had; they distinguish our trust entries from others. */
  readonly known: readonly string[]
}

/**
 * `stale`: our hook, but not as this installation would write it. `untrusted`: the client will skip it. `ignored`: the client
 * ignores the whole file.
 */
export type InstallState = 'absent' | 'present' | 'stale' | 'untrusted' | 'ignored' | 'unreadable'
