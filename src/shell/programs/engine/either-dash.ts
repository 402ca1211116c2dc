import type { Options } from './table.ts'

/** Options with one dash that programs also accept with two, like Go's `flag` package and SQLite. */
export const eitherDash = (options: Options): Options =>
  Object.fromEntries(
    Object.entries(options).map(([row, does]) => [`${row} ${row.replace(/(^| )-(?=[a-z])/g, '$1--')}`, does]),
  )
