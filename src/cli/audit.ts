import { runSubcommand } from './subcommands.ts'

export const summary = 'verify, list and show what the journal holds'

export const help = `usage: sallyport audit verify [--dir DIR] [--json]
       sallyport audit tail [-n N] [--dir DIR] [--json]
       sallyport audit show SEQ|CALL-ID [--dir DIR] [--json]

  verify   read all of it and check that nothing was altered, moved or cut
  tail     the last records, ten unless told
  show     one record by its number, or all records of a call

  --dir DIR   another journal than your own
`

const subcommands = {
  verify: () => import('./audit-verify.ts'),
  tail: () => import('./audit-tail.ts'),
  show: () => import('./audit-show.ts'),
} as const

export const run = (args: readonly string[]): Promise<number> =>
  runSubcommand({ name: 'audit', help, subcommands }, args)
