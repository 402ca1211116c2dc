import { applyTable } from '../engine/apply.ts'
import type { Program } from '../engine/table.ts'

/** A program that waits for commands when it is started with no words: what is typed into it then, no gate has seen. */
export const bareSession = (table: Program): Program => ({
  ...table,
  custom: call => {
    if (table.custom === undefined) applyTable(table, call)
    else table.custom(call)
    if (call.args.length > 0) return
    const { stdin } = call.frame
    call.opaque(stdin.from === 'nothing' ? `an interactive \`${call.name}\`` : 'code from standard input')
  },
})
