import type { Word } from './word.ts'

/** The effects of a piece of code in another language, as far as they can be read from its text. */
export interface CodeReading {
  readonly effects: readonly CodeEffect[]
  /** Why part of it cannot be read; null if everything was read. */
  readonly opaque: string | null
  /** How many alternatives the parser had to try: invalid text takes far longer than code. */
  readonly detours?: number
}

export type CodeEffect =
  | { readonly kind: 'read' | 'write' | 'delete'; readonly path: Word; readonly recursive: boolean }
  /** `run`: a program with its arguments; `script`: shell text. */
  | { readonly kind: 'run'; readonly words: readonly Word[] }
  | { readonly kind: 'script'; readonly text: Word }
  | { readonly kind: 'connect'; readonly address: Word; readonly sends: boolean }
  | { readonly kind: 'change'; readonly change: `${string}/${string}`; readonly target: Word | null }
  | CodeLoad
  /** A directory that is added to the module search path. */
  | { readonly kind: 'search'; readonly directory: Word }

/** A module without a table: the project's own if the file exists there, otherwise an installed one. */
export interface CodeLoad {
  readonly kind: 'load'
  /** Its path relative to the module search path; without a file extension where the language omits it. */
  readonly path: string
  /** The members that the code uses, under their full names; none if it only reads its version or similar. */
  readonly uses: readonly string[]
  /** Why the code is opaque if the module is not the project's. */
  readonly why: string
}

/** The surroundings in which code runs. */
export interface CodeSetting {
  /** Names of untrusted files in the directory that is searched first for modules. */
  readonly beside: readonly string[]
}

/** Reads code. Never throws, and always terminates. */
export type CodeReader = (code: string, setting?: CodeSetting) => CodeReading

export const languages = ['python', 'javascript', 'php', 'perl', 'ruby'] as const
export type Language = (typeof languages)[number]

/** The loaded readers; code in a language without one is opaque. */
export type CodeReaders = { readonly [language in Language]?: CodeReader }
