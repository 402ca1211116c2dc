import { lastRecords } from '../../io/journal/journal-read.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJsonLines, usageError } from '../terminal/outcome.ts'
import { stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, tryRead } from './audit-options.ts'
import { recordLine } from './record-line.ts'

export const auditTailCommand = defineCommand({
  help: `usage: sallyport audit tail [-n N] [--dir DIR] [--json]

Prints the last records of the journal.

  -n N        how many; 10 by default
  --dir DIR   a journal other than your own
  --json      print one record per line
`,
  options: { ...auditOptions, lines: { type: 'string', short: 'n' } },
  operands: { most: 0, otherwise: '`audit tail` takes no operands; use -n for the number' },
  run(options) {
    const count = options.text('lines') ?? '10'
    if (!/^[1-9][0-9]{0,5}$/.test(count)) return usageError(`-n must be a number from 1 to 999999, not \`${count}\``)
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const read = tryRead(directory.value, () => lastRecords(directory.value, Number(count)))
    if (!read.ok) return failed(read.faults[0].message)
    const records = read.value
    if (options.flag('json')) return printJsonLines(records)
    if (records.length === 0) return print('the journal is empty\n')
    const paint = stdoutPainter()
    return print(records.map(record => `${recordLine(record, paint, process.stdout.columns ?? 100)}\n`).join(''))
  },
})
