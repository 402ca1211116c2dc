import { lastRecords } from '../../io/journal/journal-read.ts'
import { parseOptions } from '../terminal/options.ts'
import { failed, misused, shown } from '../terminal/outcome.ts'
import { painter, wantsColour } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, readQuietly } from './audit-options.ts'
import { recordLine } from './record-line.ts'

export const summary = "list the journal's last records"

export const help = `usage: sallyport audit tail [-n N] [--dir DIR] [--json]

  -n N     how many, ten unless told
  --json   one record a line, as it is written
`

const spec = { ...auditOptions, lines: { type: 'string', short: 'n' } } as const

export async function run(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, spec)
  if (!options.ok) return misused(options.faults[0].message)
  if (options.value.flag('help')) return shown(help)
  if (options.value.operands.length > 0) return misused('`audit tail` takes no operands; use -n for the number')
  const count = options.value.text('lines') ?? '10'
  if (!/^[1-9][0-9]{0,5}$/.test(count)) return misused(`-n must be a number from 1, not \`${count}\``)
  const directory = journalDirectory(options.value)
  if (!directory.ok) return failed(directory.faults[0].message)
  const read = readQuietly(directory.value, () => lastRecords(directory.value, Number(count)))
  if (!read.ok) return failed(read.faults[0].message)
  const records = read.value
  if (options.value.flag('json')) return shown(records.map(record => `${JSON.stringify(record)}\n`).join(''))
  if (records.length === 0) return shown('the journal is empty\n')
  const paint = painter(wantsColour(process.stdout))
  return shown(records.map(record => `${recordLine(record, paint, process.stdout.columns ?? 100)}\n`).join(''))
}
