import type { CodeReaders } from './code.ts'
import type { FileFacts } from './facts.ts'
import type { JsonObject } from './json.ts'
import type { PolicyTables } from './program-table.ts'

/** One tool call as the agent made it. */
export interface Call {
  readonly tool: string
  readonly input: JsonObject
  readonly place: Place
  /** The client's own id of the call, if it gave one. */
  readonly id: string | null
}

/** The policy file in a workspace's root. */
export const projectPolicyName = 'sallyport.yaml'

/** What a session is called whose client gives it no name. */
export const unnamedSession = 'cli'

/** Where a call stands: whose session, which ground. */
export interface Place {
  readonly session: string
  readonly cwd: string
  /** The agent's own ground, absolute; fixed at the session's first call. */
  readonly workspace: readonly string[]
  readonly home: string
  /** Directories that anyone may write and that hold no project code: `/tmp`, `$TMPDIR`. */
  readonly scratch: readonly string[]
  /** Sallyport's own files: policy, grants, journal, state, installed hook settings. */
  readonly own: readonly string[]
  /** The chain of agents that led here, outermost first; empty for the main agent. */
  readonly agents: readonly string[]
  /** Who runs the tool once it is allowed: Sallyport itself, or the client that asked. */
  readonly runner: 'sallyport' | 'client'
  /** Whether nobody watches, and whether the person asked for more questions than usual. */
  readonly automation: boolean
  readonly careful: boolean
}

/** Where a call stands when nobody says: at the root, with no ground of its own. */
export const nowhere: Place = {
  session: unnamedSession,
  cwd: '/',
  workspace: [],
  home: '/',
  scratch: [],
  own: [],
  agents: [],
  runner: 'client',
  automation: false,
  careful: false,
}

/** What analysis works with: the place, what may be asked about files, and what the policies say beyond rules. */
export interface World {
  readonly place: Place
  readonly facts: FileFacts
  /** Readers for code in other languages; without one, such code is opaque. */
  readonly readers?: CodeReaders | undefined
  /** Path patterns beyond the built-in ones, absolute, `~` or relative to the workspace. */
  readonly sensitive: readonly string[]
  /** Programs that policies describe, beside those that come with Sallyport. */
  readonly tables?: PolicyTables | null | undefined
}
