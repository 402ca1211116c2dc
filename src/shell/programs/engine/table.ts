import type { CommandTable, ProgramTable } from '../../../core/program-table.ts'
import type { ProgramCall } from './program-call.ts'

export type { Does, Meaning, Operands, Options } from '../../../core/program-table.ts'

/** A table that comes with Sallyport: the data that a policy could bring too, and code where data cannot tell. */
export interface Program extends Omit<ProgramTable, 'commands'>, Custom {
  readonly commands?: Readonly<Record<string, Subcommand>>
}

export interface Subcommand extends Omit<CommandTable, 'commands'>, Custom {
  readonly commands?: Readonly<Record<string, Subcommand>>
}

interface Custom {
  /** For the few programs that a table cannot describe. */
  readonly custom?: (call: ProgramCall) => void
  /** Whatever follows the first operand is an operand, too. */
  readonly optionsFirst?: true
  /** What it does not list is for the project's own code, to which a path is data. */
  readonly passesOn?: true
}

export type Programs = Readonly<Record<string, Program>>
