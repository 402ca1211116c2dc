import { type Word, wordText } from '../../../core/word.ts'
import { locateAll } from '../../frame/touch.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/**
 * A program that runs code of its working directory even for commands that only print: `bundle list` evaluates the Gemfile.
 */
export const loadsProjectCode = (table: Program, quiet: RegExp): Program => ({
  ...table,
  custom: call => {
    if (table.custom === undefined) applyTable(table, call)
    else table.custom(call)
    const { path, options } = sortArguments(call.args, compileProgram(table))
    const [command] = path
    if (command === undefined || quiet.test(command)) return
    const moved = options.find(({ option, value }) => option.does(value).includes('cwd'))?.value ?? '.'
    const foreign = foreignGround(moved, call)
    if (foreign !== null) call.opaque(`project code in \`${wordText(foreign)}\``)
  },
})

function foreignGround(directory: Word, { frame, span }: ProgramCall): Word | null {
  if (frame.where.at !== 'local') return null
  const origin = { span, chain: frame.chain, where: frame.where, by: null }
  const touches = locateAll({ kind: 'read', path: directory, how: 'cwd', ...origin }, frame)
  return touches.find(({ zone }) => zone !== 'workspace')?.path ?? null
}
