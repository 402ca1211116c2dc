import type { CodeReaders } from './code.ts'
import type { FileFacts } from './facts.ts'
import type { JsonObject } from './json.ts'
import type { PolicyTables } from './program-table.ts'

/** One tool call, as the agent made it. */
export interface Call {
  readonly tool: string
  readonly input: JsonObject
  readonly place: Place
  /** The client's id of the call, if it sent one. */
  readonly id: string | null
}

/** The policy file in a workspace's root. */
export const projectPolicyName = 'sallyport.yaml'

/** The session id for a client that sends none. */
export const unnamedSession = 'cli'

/** The context of a call: its session, directories and agents. */
export interface Place {
  readonly session: string
  readonly cwd: string
  /** The directories that the agent may work in, absolute; fixed at the session's first call. */
  readonly workspace: readonly string[]
  readonly home: string
  /** Directories for temporary files, without project code: `/tmp`, `$TMPDIR`. */
  readonly scratch: readonly string[]
  /** The values of `TMPDIR`, `TMP` and `TEMP`, as far as they are set and name a scratch directory. */
  readonly temporary?: Readonly<Record<string, string>>
  /** Sallyport's own files: policy, grants, journal, state, installed hook settings. */
  readonly own: readonly string[]
  /** The sub-agents around the call, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
  /** The program that sent the call, such as `claude-code`; null if it is not known. */
  readonly client: string | null
  /** False if no installed hook made the call, so that another program may have sent it. */
  readonly proven?: false
  /** The program that runs the tool once it is allowed: Sallyport, or the client that asked. */
  readonly runner: 'sallyport' | 'client'
  /** Whether the session is unattended, and whether the person wants more questions than usual. */
  readonly automation: boolean
  readonly careful: boolean
}

/** The context of a call that comes with none: at the root, without a workspace. */
export const nowhere: Place = {
  session: unnamedSession,
  cwd: '/',
  workspace: [],
  home: '/',
  scratch: [],
  own: [],
  agents: [],
  client: null,
  runner: 'client',
  automation: false,
  careful: false,
}

/** The input of the analysis: the place, facts about files, and settings of the policies. */
export interface World {
  readonly place: Place
  readonly facts: FileFacts
  /** Readers for code in other languages; code without a reader is opaque. */
  readonly readers?: CodeReaders | undefined
  /** Path patterns beyond the built-in ones, absolute, `~` or relative to the workspace. */
  readonly sensitive: readonly string[]
  /** Programs that policies describe, in addition to the built-in ones. */
  readonly tables?: PolicyTables | null | undefined
}
