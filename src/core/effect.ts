import type { RunTable } from './program-table.ts'
import type { Tier } from './tier.ts'
import type { Word } from './word.ts'

/** One thing that a call would do. Policies decide about effects, not about names or spellings. */
export type Effect = Run | Touch | Connect | Change | Spawn | Opaque

export const effectKinds = ['run', 'read', 'write', 'delete', 'connect', 'change', 'spawn', 'opaque'] as const
export type EffectKind = (typeof effectKinds)[number]

interface Origin {
  /** The worst that it can do. */
  readonly tier: Tier
  /** The part of the call's text that causes it, as UTF-16 offsets; null if the call has no such text. */
  readonly span: Span | null
  /** The wrappers around it, outermost first: `['find -exec', 'sh -c']`. */
  readonly chain: readonly string[]
  readonly where: Where
  /** The index of the run whose table derived this effect; null if it comes from the call or the shell itself. */
  readonly by: number | null
}

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The machine it happens on. `mounts`: the container can access the host's files. `isOwn`: it is one of the project's own
 * services, which work on the project's files.
 */
export type Where =
  | { readonly at: 'local' }
  | { readonly at: 'host'; readonly name: string }
  | { readonly at: 'container'; readonly name: string; readonly mounts: boolean; readonly isOwn?: true }
  | { readonly at: 'pod'; readonly name: string }

export interface Run extends Origin {
  readonly kind: 'run'
  readonly program: Word
  readonly args: readonly Word[]
  /** Assignments before the program, and those that an `env`-like wrapper adds. */
  readonly env: readonly EnvEntry[]
  readonly cwd: Word
  /** `known`: a table describes it. `project`: code from the workspace. `unknown`: anything else. */
  readonly code: 'known' | 'project' | 'unknown'
  /** The policy's table that describes it; absent if a built-in table does, or none. */
  readonly table?: RunTable
}

export interface EnvEntry {
  readonly name: string
  readonly value: Word
}

export interface Touch extends Origin {
  readonly kind: 'read' | 'write' | 'delete'
  /** Absolute, `.` and `..` resolved, links followed where the file system is accessible. */
  readonly path: Word
  /** How: `>`, `--output`, `operand`, `input.file_path`. */
  readonly how: string
  /** Whether it reaches everything below the path. */
  readonly recursive: boolean
  readonly zone: Zone
  /** Why the path is sensitive; null if it is not. */
  readonly sensitive: string | null
}

/** Where a path is. The floor protects `system` and `device`; `unknown` is only known at run time. */
export const zones = ['workspace', 'scratch', 'home', 'foreign', 'outside', 'system', 'device', 'unknown'] as const
export type Zone = (typeof zones)[number]

export interface Connect extends Origin {
  readonly kind: 'connect'
  readonly host: Word
  readonly port: number | null
  readonly sends: boolean
  /** Data that the program sends although the command does not say so, and how to prevent that. */
  readonly byDefault?: string
  /**
   * The addresses that a configured name, such as a git remote, leads to now; null if they are not known. Absent for a
   * program without such names.
   */
  readonly leadsTo?: readonly string[] | null
}

export interface Change extends Origin {
  readonly kind: 'change'
  readonly system: string
  readonly action: string
  readonly target: Word | null
}

export interface Spawn extends Origin {
  readonly kind: 'spawn'
  readonly agent: string
  readonly depth: number
}

/** Code in the call that cannot be analysed. */
export interface Opaque extends Origin {
  readonly kind: 'opaque'
  readonly why: string
}

export const local: Where = { at: 'local' }

export const isTouch = (effect: Effect): effect is Touch =>
  effect.kind === 'read' || effect.kind === 'write' || effect.kind === 'delete'
