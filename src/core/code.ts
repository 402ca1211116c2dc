import type { Word } from './word.ts'

/** What a piece of code in another language would do, as far as its text tells. */
export interface CodeReading {
  readonly effects: readonly CodeEffect[]
  /** Why part of it cannot be read; null if all of it could. */
  readonly opaque: string | null
  /** How many other ways a grammar had to try: text that does not parse takes far longer than code. */
  readonly detours?: number
}

export type CodeEffect =
  | { readonly kind: 'read' | 'write' | 'delete'; readonly path: Word; readonly recursive: boolean }
  /** A program started with words, or shell text. */
  | { readonly kind: 'run'; readonly words: readonly Word[] }
  | { readonly kind: 'script'; readonly text: Word }
  | { readonly kind: 'connect'; readonly host: Word; readonly sends: boolean }
  | { readonly kind: 'change'; readonly change: `${string}/${string}`; readonly target: Word | null }
  | CodeLoad
  /** A directory in which modules are found from now on. */
  | { readonly kind: 'search'; readonly directory: Word }

/** A module that no table knows: the project's own if it lies there, else what somebody installed. */
export interface CodeLoad {
  readonly kind: 'load'
  /** Where it would lie, seen from where modules are found; without an ending where the language has none. */
  readonly path: string
  /** Whether the code only asks for its version and the like. */
  readonly looksOnly: boolean
  /** Why the code is opaque if the module is not the project's. */
  readonly why: string
}

/** What code finds where it runs. */
export interface CodeSetting {
  /** Names of files that lie where modules are found first, and that nobody vouches for. */
  readonly beside: readonly string[]
}

/** Reads code. Total: it never throws and always ends. */
export type CodeReader = (code: string, setting?: CodeSetting) => CodeReading

export const languages = ['python', 'javascript', 'php', 'perl', 'ruby'] as const
export type Language = (typeof languages)[number]

/** The readers that are loaded; code in a language without one is opaque. */
export type CodeReaders = { readonly [language in Language]?: CodeReader }
