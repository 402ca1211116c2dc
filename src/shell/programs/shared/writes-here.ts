import { applyTable } from '../engine/apply.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program } from '../engine/table.ts'

/** A program that creates unnamed files in the current directory, unless `skips` returns true. */
export const writesHere = (table: Program, skips: (call: ProgramCall) => boolean): Program => ({
  ...table,
  custom: call => {
    applyTable(table, call)
    if (!skips(call)) call.touch('write', '.', 'current directory', { recursive: true })
  },
})
