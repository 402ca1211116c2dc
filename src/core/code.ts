import type { Word } from './word.ts'

/** What a piece of code in another language would do, as far as its text tells. */
export interface CodeReading {
  readonly effects: readonly CodeEffect[]
  /** Why part of it cannot be read; null if all of it could. */
  readonly opaque: string | null
}

export type CodeEffect =
  | { readonly kind: 'read' | 'write' | 'delete'; readonly path: Word; readonly recursive: boolean }
  /** A program started with words, or shell text. */
  | { readonly kind: 'run'; readonly words: readonly Word[] }
  | { readonly kind: 'script'; readonly text: Word }
  | { readonly kind: 'connect'; readonly host: Word; readonly sends: boolean }
  | { readonly kind: 'change'; readonly change: `${string}/${string}`; readonly target: Word | null }

/** Reads code. Total: it never throws and always ends. */
export type CodeReader = (code: string) => CodeReading

export const languages = ['python', 'javascript', 'php', 'perl', 'ruby'] as const
export type Language = (typeof languages)[number]

/** The readers that are loaded; code in a language without one is opaque. */
export type CodeReaders = { readonly [language in Language]?: CodeReader }
