import { isTouch, type Touch } from '../../../core/effect.ts'
import { isWithin, resolvePath } from '../../../core/path.ts'
import { isKnown, type Word, wordText } from '../../../core/word.ts'
import { places } from '../../frame/scope.ts'
import { introducedAt } from '../../provenance/introduced-code.ts'
import type { SqlDialect } from '../../sql/sql.ts'
import { applyTable } from '../engine/apply.ts'
import { type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { applySql } from './sql-run.ts'

export interface SqlClient {
  readonly dialect: SqlDialect
  /** `statements`: options whose value is SQL; `files`: options whose value is a file of SQL. */
  readonly statements: readonly string[]
  readonly files: readonly string[]
  /** A subcommand whose operands are SQL. */
  readonly queryCommand?: string
}

/** A client of a server: applies its options, then its statements. */
export const runSql = (table: Program, client: SqlClient): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    const sorted = sortArguments(call.args, compileProgram(table))
    if (isOver(sorted) || (sorted.path.length > 0 && sorted.path[0] !== client.queryCommand)) return
    applyStatements(sorted.path.length > 0 ? sorted.operands : [], sorted, client, call)
  },
})

/** A client of a file: its first operand is the database, which is written if a statement changes something. */
export const runFileSql = (table: Program, client: SqlClient): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    const sorted = sortArguments(call.args, compileProgram(table))
    // Statements before `-version` run first.
    if (isOver(sorted)) {
      for (const statement of statementsIn(sorted, client)) applySql(statement, client.dialect, call)
      return
    }
    const [file = ':memory:', ...statements] = sorted.operands
    const isMemory = file === ':memory:' || file === ''
    if (!isMemory) call.touch('read', file, 'operand')
    applyStatements(statements, sorted, client, {
      ...call,
      change: (change, target) => {
        if (change !== 'database/apply') call.change(change, target)
        else if (!isMemory) call.touch('write', file, 'SQL')
      },
    })
  },
})

/** It only prints and exits: `--help`, `-l`. */
const isOver = (sorted: Sorted): boolean =>
  sorted.unknownOptions.includes('--help') ||
  sorted.options.some(({ option, value }) => option.does(value).includes('dry run'))

function applyStatements(given: readonly Word[], sorted: Sorted, client: SqlClient, call: ProgramCall): void {
  const statements = [...statementsIn(sorted, client), ...given]
  const files = valuesOf(client.files, sorted)
  for (const file of files) applyFile(file, client, call)
  for (const statement of statements) applySql(statement, client.dialect, call)
  if (statements.length > 0 || files.length > 0) return
  const { stdin } = call.frame
  if (stdin.from === 'text') applySql(stdin.text, client.dialect, call)
  else if (stdin.from === 'nothing') call.opaque(`an interactive \`${call.name}\` session`)
  else if (stdin.from === 'file') applyFile(stdin.path, client, call)
  else call.opaque(`SQL from a ${stdin.from}`)
}

const statementsIn = (sorted: Sorted, client: SqlClient): readonly Word[] => valuesOf(client.statements, sorted)

const valuesOf = (spellings: readonly string[], { options }: Sorted): readonly Word[] =>
  options.flatMap(({ spelling, value }) => (spellings.includes(spelling) && value !== null ? [value] : []))

/** A file of SQL is read where possible: with the text that the call itself wrote, or its content before the call. */
function applyFile(file: Word, client: SqlClient, call: ProgramCall): void {
  const texts = placesOf(file, call).map(path => sqlAt(path, call))
  const [text = null] = texts
  if (text === null || texts.some(other => other !== text)) call.opaque(`SQL in \`${wordText(file)}\``)
  else applySql(text, client.dialect, call)
}

const placesOf = (file: Word, { frame }: ProgramCall): readonly string[] =>
  isKnown(file) && frame.where.at === 'local' && places(frame.scope).every(isKnown)
    ? places(frame.scope).map(place => resolvePath(wordText(place), file))
    : []

function sqlAt(path: string, { frame }: ProgramCall): string | null {
  const written = introducedAt(path, frame)
  if (written !== null) return written.text
  const isWritten = ({ kind, path: written }: Touch): boolean =>
    kind === 'write' && (!isKnown(written) || isWithin(path, written))
  return frame.recorder.effects.some(effect => isTouch(effect) && isWritten(effect))
    ? null
    : frame.world.facts.text(path)
}
