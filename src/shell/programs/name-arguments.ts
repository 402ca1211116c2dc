import type { PolicyTables } from '../../core/program-table.ts'
import type { Word } from '../../core/word.ts'
import { argumentsByTable, type NamedArguments } from './engine/named-arguments.ts'
import { findProgram } from './find-program.ts'

/** Sorts a program's arguments by its table, Sallyport's own or a policy's; without one, by their dashes. */
export const nameArguments = (
  program: string,
  args: readonly Word[],
  tables: PolicyTables | null = null,
): NamedArguments => argumentsByTable(findProgram(program) ?? tables?.get(program)?.[0]?.table ?? null, args)
