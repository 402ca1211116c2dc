import type { Tier } from './tier.ts'
import type { Layer } from './verdict.ts'

/**
 * What a program does with its arguments, as data. Keys of `options` are spellings as the manual prints them:
 * `'-o FILE --output=FILE'`; a capitalised word is the option's value, and what the option does applies to it. Further
 * capitalised words are further values: `'-lookaside SIZE N'`.
 */
export interface ProgramTable {
  /** What the program itself can do at worst, its listed effects aside. */
  readonly tier: Tier
  /** Effects of every run. */
  readonly does?: readonly Does[]
  readonly options?: Options
  /** `plain` only where the worst tier is `read`: an unlisted option is opaque. */
  readonly otherOptions?: 'plain'
  /** Options with one dash and many letters: `-auto-approve`. */
  readonly singleDash?: true
  readonly operands?: Operands
  /** Subcommands; a key may list several names. */
  readonly commands?: Readonly<Record<string, CommandTable>>
  /** `KEY=VALUE` settings that an option of kind `setting` takes. */
  readonly settings?: Readonly<Record<string, Does | readonly Does[]>>
  /** Environment variables that change what it runs. */
  readonly env?: Readonly<Record<string, Meaning>>
  /** `project`: it runs code that lies in the workspace. */
  readonly code?: 'project'
  /** A command line and the effects beside its run, as `effectText` says them with short paths. */
  readonly examples?: Readonly<Record<string, string | readonly string[]>>
}

export type CommandTable = Omit<ProgramTable, 'tier'> & { readonly tier?: Tier }

export type Options = Readonly<Record<string, Meaning>>

/** What an option does: one thing, several, or a thing by its value; a value that no pattern fits is opaque. */
export type Meaning = Does | readonly Does[] | { readonly [values: string]: Does | readonly Does[] }

/**
 * One meaning for all operands; a list by position, where `...` repeats and what follows it counts from the end; or
 * patterns, several to a key, the first that matches.
 */
export type Operands = Does | readonly (Does | `${Does}...`)[] | Readonly<Record<string, Does>>

export type Does =
  | 'plain'
  | 'read'
  /** It tells that the file is there, its size and its age, and reads nothing of it. */
  | 'list'
  | 'write'
  | 'delete'
  /** What it holds is lost, wherever a link leads. */
  | 'empty'
  /** Taken from here and put elsewhere: within the agent's own ground nothing is lost. */
  | 'move'
  /** Where the operands are put, under their own names if it is a directory; `into` is always one, `exactly` never. */
  | 'put'
  | 'put into'
  | 'put exactly'
  | 'put with parents'
  /** Files below the directory are written. */
  | 'write below'
  /** Files whose names begin with the value are written. */
  | 'write prefix'
  /** Beside each file that is written, so is a file that has its name and another ending. */
  | 'beside'
  /** Operands are touched with everything below them. */
  | 'recursive'
  /** Where no operand names a file, the current directory is read. */
  | 'here'
  /** Operands are touched in this way instead. */
  | 'operands read'
  | 'operands write'
  | 'operands delete'
  | 'operands move'
  /** The value takes the first operand's place: `grep -e PATTERN`. */
  | 'first operand'
  /** The directory that relative paths start from. */
  | 'cwd'
  /** The value is shell text that runs; the operands are a command that runs. */
  | 'run'
  | 'command'
  /** The value is a file whose code runs. */
  | 'code'
  /** The value, or a part of it, may name code, or what is written: fine in the project and where programs are installed. */
  | 'may name code'
  | 'setting'
  /** Of a variable: options that come before those of the command line. */
  | 'more options'
  /** `NAME=value` for what it runs. */
  | 'env'
  | 'connect'
  | 'connect sends'
  /** Connections of this run send data. */
  | 'sends'
  /** Nothing is changed, deleted, written or sent: `--dry-run`. What would run still runs. */
  | 'dry run'
  /** The same, and no code of the project runs: it prints something and ends, `mvn -v`. */
  | 'prints'
  | `tier ${Tier}`
  | `change ${string}/${string}`
  | `opaque ${string}`

/** Where a table stands that a policy file brings, and whose word it is. */
export interface TableRef {
  readonly layer: Layer
  readonly file: string
  readonly line: number
}

/** The table that described a run. */
export interface RunTable extends TableRef {
  /** Whether the program is known by it, or would have been as unknown without it. */
  readonly vouches: boolean
}

/** A table that a policy file brings for one program. */
export interface PolicyTable {
  /** A bare name, or a path: from the root, from `~/`, or from the workspace. */
  readonly name: string
  readonly table: ProgramTable
  readonly from: TableRef
  /** False: it adds effects, and the program stays as unknown as it is without it. */
  readonly vouches: boolean
}

/** By the last part of their names; those of higher layers first. */
export type PolicyTables = ReadonlyMap<string, readonly PolicyTable[]>
