import { knownPrefix } from '../../../core/word.ts'
import { applySql } from '../databases/sql-run.ts'
import { applyTable } from '../engine/apply.ts'
import { cutPrefix, type Sorted, sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'
import { copyOperands } from '../network/remote-copy.ts'

const copies = { commands: ['s3 cp', 's3 mv', 's3 sync'], remote: /^s3:\/\// }

/** Applies the `aws` table; values that begin with `file://` are files, and Athena queries are SQL. */
export function runAws(table: Program, call: ProgramCall): void {
  const sorted = sortArguments(call.args, compileProgram(table))
  applyTable(table, call, sorted)
  copyOperands(call, sorted, copies)
  for (const arg of call.args) {
    const scheme = /^(?:--[\w-]+=)?fileb?:\/\//.exec(knownPrefix(arg))?.[0]
    if (scheme !== undefined) call.touch('read', cutPrefix(arg, scheme.length), 'file://')
  }
  if (sorted.path.join(' ') === 'athena start-query-execution') queryAthena(sorted, call)
}

function queryAthena(sorted: Sorted, call: ProgramCall): void {
  const query = sorted.options.find(({ spelling }) => spelling === '--query-string')?.value ?? null
  if (query === null) call.opaque('a query without a text')
  else applySql(query, 'athena', call)
}
