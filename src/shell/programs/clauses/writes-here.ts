import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/** A program that puts files into the current directory without naming them, unless `elsewhere` says that it does not. */
export const writesHere = (table: Program, elsewhere: (call: ProgramCall) => boolean): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    if (!elsewhere(call)) call.touch('write', '.', 'current directory', { recursive: true })
  },
})
