import type { Tier } from './tier.ts'
import type { Layer } from './verdict.ts'

/**
 * Describes what a program does with its arguments. Keys of `options` are spellings as in the manual:
 * `'-o FILE --output=FILE'`; a capitalised word is the option's value, to which the option's meaning applies. Further
 * capitalised words are further values: `'-lookaside SIZE N'`.
 */
export interface ProgramTable {
  /** The worst that the program itself can do, apart from its listed effects. */
  readonly tier: Tier
  /** Effects of every run. */
  readonly does?: readonly Does[]
  readonly options?: Options
  /** `plain`: unlisted options have no effect. Only where the worst tier is `read`; otherwise they are opaque. */
  readonly otherOptions?: 'plain'
  /** Long options have one dash: `-auto-approve`. */
  readonly singleDash?: true
  readonly operands?: Operands
  /** Subcommands; a key may list several names. */
  readonly commands?: Readonly<Record<string, CommandTable>>
  /** `KEY=VALUE` settings that an option of kind `setting` takes. */
  readonly settings?: Readonly<Record<string, Does | readonly Does[]>>
  /** Environment variables that change what it runs. */
  readonly env?: Readonly<Record<string, Meaning>>
  /** `project`: it runs code from the workspace. */
  readonly code?: 'project'
  /** A command line and its effects apart from the run, as `effectText` prints them with short paths. */
  readonly examples?: Readonly<Record<string, string | readonly string[]>>
}

export type CommandTable = Omit<ProgramTable, 'tier'> & { readonly tier?: Tier }

export type Options = Readonly<Record<string, Meaning>>

/** The meaning of an option: one, several, or one per value; a value that matches no pattern is opaque. */
export type Meaning = Does | readonly Does[] | { readonly [values: string]: Does | readonly Does[] }

/**
 * One meaning for all operands; a list by position, where `...` repeats and what follows it counts from the end; or
 * patterns, several to a key, the first that matches.
 */
export type Operands = Does | readonly (Does | `${Does}...`)[] | Readonly<Record<string, Does>>

export type Does =
  | 'plain'
  | 'read'
  /** Shows that the file exists, its size and age, but not its content. */
  | 'list'
  /** The value is a file with the names of files that are read, `-` for standard input: `sort --files0-from=FILE`. */
  | 'read listed'
  | 'write'
  | 'delete'
  /** The file's content is lost; links are followed. */
  | 'empty'
  /** Moved to another path: within the workspace nothing is lost. */
  | 'move'
  /** The target of the operands, which keep their names if it is a directory; `into` is always a directory, `exactly` never. */
  | 'put'
  | 'put into'
  | 'put exactly'
  | 'put with parents'
  /** Files below the directory are written. */
  | 'write below'
  /** Files whose names begin with the value are written. */
  | 'write prefix'
  /** For each file written, a second one with the same name and another extension is written. */
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
  /** The value replaces the first operand: `grep -e PATTERN`. */
  | 'first operand'
  /** The directory that relative paths start from. */
  | 'cwd'
  /** `run`: the value is shell text that runs. `command`: the operands are a command that runs. */
  | 'run'
  | 'command'
  /** The value is a file whose code runs. */
  | 'code'
  /** The value, or part of it, may name code that runs or a file that is written: fine in the project and in installed programs. */
  | 'may name code'
  /** `NAME=value` of a build: it goes into shell commands and the environment, and may name a program. */
  | 'variable'
  | 'setting'
  /** For a variable: options that come before those of the command line. */
  | 'more options'
  /** `NAME=value` for the program that it runs. */
  | 'env'
  | 'connect'
  | 'connect sends'
  /** Connections of this run send data. */
  | 'sends'
  /** Nothing is changed, deleted, written or sent: `--dry-run`. Programs that it starts still run. */
  | 'dry run'
  /** The same, and no project code runs: it only prints something, as `mvn -v` does. */
  | 'prints'
  | `tier ${Tier}`
  | `change ${string}/${string}`
  | `opaque ${string}`

/** The layer, file and line of a table in a policy. */
export interface TableRef {
  readonly layer: Layer
  readonly file: string
  readonly line: number
}

/** The policy's table that describes a run. */
export interface RunTable extends TableRef {
  /** Whether the table makes the program known; otherwise it only adds effects. */
  readonly vouches: boolean
}

/** A policy's table for one program. */
export interface PolicyTable {
  /** A bare name, or a path: from the root, from `~/`, or from the workspace. */
  readonly name: string
  readonly table: ProgramTable
  readonly from: TableRef
  /** False: it only adds effects, and the program stays unknown. */
  readonly vouches: boolean
}

/** By the base name of the program; tables of higher layers first. */
export type PolicyTables = ReadonlyMap<string, readonly PolicyTable[]>
