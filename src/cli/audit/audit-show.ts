import { callDetail, callOf } from '../../audit/timeline.ts'
import { visible } from '../../core/wording/visible.ts'
import { recordAt, recordsOfCall, type StoredRecord } from '../../io/journal/journal-read.ts'
import { ownPaths } from '../../io/paths.ts'
import { defineCommand } from '../define-command.ts'
import { failed, print, printJsonLines } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, tryRead } from './audit-options.ts'
import { callText } from './call-text.ts'
import { recordLine } from './record-line.ts'

export const auditShowCommand = defineCommand({
  help: `usage: sallyport audit show SEQ|CALL-ID [--dir DIR] [--json]

Shows a call for a person to read: who made it, what it would do, what became of it and why.
Shows records that are about no call, such as a changed setting, as they are.

  SEQ         the number of a record, as \`audit tail\` prints it
  CALL-ID     the id of a call, from Sallyport or from the client
  --dir DIR   a journal other than your own
  --json      print the records as JSON, one per line

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
    const detail = callDetail(records)
    const page = { paint, width: process.stdout.columns ?? 100, home: ownPaths().home }
    return print(
      detail === null
        ? `${records.map(record => recordText(record, paint)).join('\n\n')}\n`
        : `${callText(detail, page).join('\n')}\n`,
    )
  },
})

/** By the number of a record, or by the id of a call. A number of a call's record means the whole call. */
function find(directory: string, wanted: string): readonly StoredRecord[] {
  const record = /^[1-9][0-9]{0,14}$/.test(wanted) ? recordAt(directory, Number(wanted)) : null
  if (record === null) return recordsOfCall(directory, wanted)
  const call = callOf(record.event)
  return call === null ? [record] : recordsOfCall(directory, call)
}

function recordText(record: StoredRecord, paint: Painter): string {
  const body = JSON.stringify(record.event, null, 2).split('\n').map(visible).join('\n')
  return `${recordLine(record, paint, process.stdout.columns ?? 100)}\n${paint.dim(`${record.segment}  ${record.hash}`)}\n${body}`
}
