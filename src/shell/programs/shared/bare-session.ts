import { applyTable } from '../engine/apply.ts'
import type { Program } from '../engine/table.ts'

/** A program that starts an interactive session without arguments: the gate cannot see the commands typed into it. */
export const bareSession = (table: Program): Program => ({
  ...table,
  custom: call => {
    if (table.custom === undefined) applyTable(table, call)
    else table.custom(call)
    if (call.args.length > 0) return
    const { stdin } = call.frame
    call.opaque(stdin.from === 'nothing' ? `an interactive \`${call.name}\` session` : 'code from standard input')
  },
})
