import type { RunTable } from './program-table.ts'
import type { Tier } from './tier.ts'
import type { Word } from './word.ts'

/** One thing that a call would do. What a call does decides, not what it is called or how it is spelled. */
export type Effect = Run | Touch | Connect | Change | Spawn | Opaque

export const effectKinds = ['run', 'read', 'write', 'delete', 'connect', 'change', 'spawn', 'opaque'] as const
export type EffectKind = (typeof effectKinds)[number]

interface Origin {
  /** What it can do at worst. */
  readonly tier: Tier
  /** Where in the call's text it comes from, as UTF-16 offsets; null if the call has no such text. */
  readonly span: Span | null
  /** The words that led there, outermost first: `['find -exec', 'sh -c']`. */
  readonly chain: readonly string[]
  readonly where: Where
  /** The index of the run whose own table derived this effect; null if nothing but the call or the shell did. */
  readonly by: number | null
}

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The machine it happens on. `mounts` tells whether a container can reach the host's files, `isOwn` whether it is a service
 * of the project's own, which works on the project's files.
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
  /** Assignments that stand before the program, or that an `env`-like wrapper adds. */
  readonly env: readonly EnvEntry[]
  readonly cwd: Word
  /** `known`: a table describes it. `project`: code that lies in the workspace. `unknown`: anything else. */
  readonly code: 'known' | 'project' | 'unknown'
  /** The policy's table that tells what it does; not there if Sallyport's own does, or none. */
  readonly table?: RunTable
}

export interface EnvEntry {
  readonly name: string
  readonly value: Word
}

export interface Touch extends Origin {
  readonly kind: 'read' | 'write' | 'delete'
  /** Absolute, `.` and `..` resolved, links followed where the file system could be asked. */
  readonly path: Word
  /** How: `>`, `--output`, `operand`, `input.file_path`. */
  readonly how: string
  /** Whether it reaches everything below the path. */
  readonly recursive: boolean
  readonly zone: Zone
  /** Why the path is sensitive; null if it is not. */
  readonly sensitive: string | null
}

/** Whose ground a path lies on. `system` and `device` are the floor's; `unknown` has a hole that decides it. */
export const zones = ['workspace', 'scratch', 'home', 'foreign', 'outside', 'system', 'device', 'unknown'] as const
export type Zone = (typeof zones)[number]

export interface Connect extends Origin {
  readonly kind: 'connect'
  readonly host: Word
  readonly port: number | null
  readonly sends: boolean
  /** What it sends without being told to, and what would keep it from that. */
  readonly unasked?: string
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

/** Code that the call itself brings and that cannot be read. */
export interface Opaque extends Origin {
  readonly kind: 'opaque'
  readonly why: string
}

export const local: Where = { at: 'local' }

export const isTouch = (effect: Effect): effect is Touch =>
  effect.kind === 'read' || effect.kind === 'write' || effect.kind === 'delete'
