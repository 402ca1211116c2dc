import type { CommandExpansionPart, ParsedScript } from 'unbash'
import type { EnvEntry, Span, Where } from '../../core/effect.ts'
import type { Hole, Word } from '../../core/word.ts'
import type { Dialect } from '../syntax/dialect.ts'
import type { Frame } from './frame.ts'
import type { VariableKind } from './variable-table.ts'

/**
 * The functions of the interpreter that lower layers need: a word may hold a command, a variable may hold code, and a
 * program may start another. They arrive in the frame, so that imports point one way only.
 */
export interface Interpreter {
  /** Reads shell text that a word holds. */
  readonly runText: (text: Word, run: TextRun, frame: Frame) => void
  /** Starts a program as `env` and `xargs` do, without looking at the shell's functions and builtins. */
  readonly startProgram: (start: CommandStart, frame: Frame) => void
  /** Walks a command substitution and returns the value that it leaves in the word. */
  readonly substitute: (part: CommandExpansionPart, frame: Frame) => Piece
  /** Walks a command substitution inside arithmetic and returns whether it can only print a number. */
  readonly substituteNumber: (node: SubstitutionNode, frame: Frame) => boolean
  /** Records what a variable makes other programs do; returns why that cannot be known, or null. */
  readonly judgeVariable: (variable: JudgedVariable, span: Span, frame: Frame) => string | null
  /** Walks the commands in `<( )` or `>( )`. */
  readonly walkSubstitution: (node: SubstitutionNode, frame: Frame) => void
}

/** A variable of the environment or of a build, whose kind is given where its name alone does not tell. */
export interface JudgedVariable extends EnvEntry {
  readonly kind?: VariableKind
}

/** Part of a word, with whether bash would split it at blanks. */
export interface Piece {
  readonly parts: readonly (string | Hole)[]
  readonly splits: boolean
}

/** Any syntax node that holds a script: `$( )`, backticks, `<( )`, `>( )`. The script is missing where it does not parse. */
export interface SubstitutionNode {
  readonly pos: number
  readonly end: number
  readonly text: string
  readonly script?: ParsedScript | undefined
}

export interface TextRun {
  /** The program or builtin that runs the text, for the chain: `bash -c`, `eval`. */
  readonly link: string
  readonly span: Span
  /** The shell that reads it: this one, a copy of it, or a new one with this environment. */
  readonly shell: 'this' | 'copy' | { readonly env: readonly EnvEntry[] }
  /** The language of a new shell: `sh` if it is not named. A shell that goes on keeps its own. */
  readonly dialect?: Dialect
  /** The code's own `$1`, `$2`…, if it gets any. */
  readonly positional?: readonly Word[]
  /** Whether it runs later or repeatedly. */
  readonly detached?: boolean
  /** Whether the code itself came through standard input. */
  readonly isFromStdin?: boolean
  /** Set when the code runs on another machine. */
  readonly where?: Where
}

export interface CommandStart {
  readonly words: readonly Word[]
  readonly env: readonly EnvEntry[]
  readonly span: { readonly start: number; readonly end: number }
}
