import { defineCommandGroup } from '../command-group.ts'

export const auditCommand = defineCommandGroup({
  name: 'audit',
  help: `usage: sallyport audit verify [--checkpoint N:HASH] [--dir DIR] [--json]
       sallyport audit tail [-n N] [--dir DIR] [--json]
       sallyport audit show SEQ|CALL-ID [--dir DIR] [--json]
       sallyport audit report [--since 7d] [--dir DIR] [--json]
       sallyport audit coverage [--transcript FILE] [--since 7d] [--dir DIR] [--json]
       sallyport audit continue

  verify     check that no record was altered, moved or cut off
  tail       print the last records
  show       show one record by its number, or all records of a call
  report     count allowed, asked and denied calls, and suggest rules
  coverage   find calls of a client that ran without the gate
  continue   start a new journal after a break; only a person at a terminal can

  --dir DIR   a journal other than your own
  --json      print JSON
`,
  subcommands: {
    verify: async () => (await import('./audit-verify.ts')).auditVerifyCommand,
    tail: async () => (await import('./audit-tail.ts')).auditTailCommand,
    show: async () => (await import('./audit-show.ts')).auditShowCommand,
    report: async () => (await import('./audit-report.ts')).auditReportCommand,
    coverage: async () => (await import('./audit-coverage.ts')).auditCoverageCommand,
    continue: async () => (await import('./audit-continue.ts')).auditContinueCommand,
  },
})
