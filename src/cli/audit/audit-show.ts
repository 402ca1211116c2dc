import { visible } from '../../core/wording/visible.ts'
import { recordAt, recordsOfCall, type StoredRecord } from '../../io/journal/journal-read.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJsonLines } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, tryRead } from './audit-options.ts'
import { recordLine } from './record-line.ts'

export const auditShowCommand = defineCommand({
  help: `usage: sallyport audit show SEQ|CALL-ID [--dir DIR] [--json]

Shows one record, or all records of a call.

  SEQ         the number of a record, as \`audit tail\` prints it
  CALL-ID     the id of a call, from Sallyport or from the client
  --dir DIR   a journal other than your own
  --json      print one record per line

exit codes: 0 found, 2 not found, 64 usage
`,
  options: auditOptions,
  operands: { least: 1, most: 1, otherwise: 'name one record by its number, or one call by its id' },
  run(options) {
    const [wanted = ''] = options.operands
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const read = tryRead(directory.value, () => find(directory.value, wanted))
    if (!read.ok) return failed(read.faults[0].message)
    const records = read.value
    if (records.length === 0)
      return failed(`no record and no call \`${wanted}\` in the journal; see \`sallyport audit tail\``)
    if (options.flag('json')) return printJsonLines(records)
    const paint = stdoutPainter()
    return print(`${records.map(record => recordText(record, paint)).join('\n\n')}\n`)
  },
})

function find(directory: string, wanted: string): readonly StoredRecord[] {
  const record = /^[1-9][0-9]{0,14}$/.test(wanted) ? recordAt(directory, Number(wanted)) : null
  return record === null ? recordsOfCall(directory, wanted) : [record]
}

function recordText(record: StoredRecord, paint: Painter): string {
  const body = JSON.stringify(record.event, null, 2).split('\n').map(visible).join('\n')
  return `${recordLine(record, paint, process.stdout.columns ?? 100)}\n${paint.dim(`${record.segment}  ${record.hash}`)}\n${body}`
}
