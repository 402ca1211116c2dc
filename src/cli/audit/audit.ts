import { defineCommandGroup } from '../command-group.ts'

export const auditCommand = defineCommandGroup({
  name: 'audit',
  help: `usage: sallyport audit verify [--dir DIR] [--json]
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
`,
  subcommands: {
    verify: async () => (await import('./audit-verify.ts')).auditVerifyCommand,
    tail: async () => (await import('./audit-tail.ts')).auditTailCommand,
    show: async () => (await import('./audit-show.ts')).auditShowCommand,
    report: async () => (await import('./audit-report.ts')).auditReportCommand,
    coverage: async () => (await import('./audit-coverage.ts')).auditCoverageCommand,
  },
})
