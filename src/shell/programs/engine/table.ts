import type { CommandTable, ProgramTable } from '../../../core/program-table.ts'
import type { ProgramCall } from './program-call.ts'

export type { Does, Meaning, Operands, Options } from '../../../core/program-table.ts'

/** A table that ships with Sallyport: the data a policy could also provide, plus code where data is not enough. */
export interface Program extends Omit<ProgramTable, 'commands'>, Custom {
  readonly commands?: Readonly<Record<string, Subcommand>>
}

export interface Subcommand extends Omit<CommandTable, 'commands'>, Custom {
  readonly commands?: Readonly<Record<string, Subcommand>>
}

interface Custom {
  /** For the few programs that a table cannot describe. */
  readonly custom?: (call: ProgramCall) => void
  /** Everything after the first operand is an operand too. */
  readonly optionsFirst?: true
  /** `--no-NAME` takes back every `--NAME` before it, as git does. Of a program, for all its subcommands. */
  readonly negatable?: true
  /** Unlisted options are passed to the project's own code, which treats a path as data. */
  readonly passesOn?: true
}

export type Programs = Readonly<Record<string, Program>>
