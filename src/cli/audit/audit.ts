import { runSubcommand } from '../terminal/subcommands.ts'

export const summary = 'verify, list, show and sum up what the journal holds'

export const help = `usage: sallyport audit verify [--dir DIR] [--json]
       sallyport audit tail [-n N] [--dir DIR] [--json]
       sallyport audit show SEQ|CALL-ID [--dir DIR] [--json]
       sallyport audit report [--since 7d] [--dir DIR] [--json]
       sallyport audit coverage [--transcript FILE] [--since 7d] [--dir DIR] [--json]

  verify     read all of it and check that nothing was altered, moved or cut
  tail       the last records, ten unless told
  show       one record by its number, or all records of a call
  report     how many calls were allowed, asked about and denied, and what to do about it
  coverage   the client's calls that never came to the gate

  --dir DIR   another journal than your own
`

const subcommands = {
  verify: () => import('./audit-verify.ts'),
  tail: () => import('./audit-tail.ts'),
  show: () => import('./audit-show.ts'),
  report: () => import('./audit-report.ts'),
  coverage: () => import('./audit-coverage.ts'),
} as const

export const run = (args: readonly string[]): Promise<number> =>
  runSubcommand({ name: 'audit', help, subcommands }, args)
