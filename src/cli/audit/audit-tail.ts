import type { NumberedEvent } from '../../audit/timeline.ts'
import { followJournal } from '../../io/journal/follow-journal.ts'
import { lastRecords } from '../../io/journal/journal-read.ts'
import { watchJournal } from '../../io/journal/watch-journal.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import { failed, print, usageError } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { auditOptions, journalDirectory, tryRead } from './audit-options.ts'
import { callLine } from './call-line.ts'
import { recordLine } from './record-line.ts'
import { followCalls, type TailItem, tailItems } from './tail-lines.ts'

export const auditTailCommand = defineCommand({
  help: `usage: sallyport audit tail [-n N] [-f] [--records] [--dir DIR] [--json]

Prints the last calls of the journal, one line each: number, time (UTC), client, what became of the
call, its command or path, and who answered. Changed settings and policies have lines too.

  -n N        how many lines; 10 by default
  -f          goes on with new calls until Ctrl-C
  --records   one line for each record instead of each call
  --dir DIR   a journal other than your own
  --json      print records as JSON, one per line
`,
  options: {
    ...auditOptions,
    lines: { type: 'string', short: 'n' },
    follow: { type: 'boolean', short: 'f' },
    records: { type: 'boolean' },
  },
  operands: { most: 0, otherwise: '`audit tail` takes no operands; use -n for the number' },
  async run(options) {
    const count = options.text('lines') ?? '10'
    if (!/^[1-9][0-9]{0,5}$/.test(count)) return usageError(`-n must be a number from 1 to 999999, not \`${count}\``)
    const directory = journalDirectory(options)
    if (!directory.ok) return failed(directory.faults[0].message)
    const format = options.flag('json') ? 'json' : options.flag('records') ? 'records' : 'calls'
    const read = tryRead(directory.value, () => lastLines(directory.value, Number(count), format))
    if (!read.ok) return failed(read.faults[0].message)
    const { last, lines } = read.value
    if (lines.length === 0 && format !== 'json') print('the journal is empty\n')
    print(lines.map(line => `${line}\n`).join(''))
    return options.flag('follow') ? follow(directory.value, last, format) : exitCodes.allow
  },
})

type Format = 'calls' | 'records' | 'json'

interface LastLines {
  /** The number of the newest record. */
  readonly last: number
  readonly lines: readonly string[]
}

/** A call has several records, so more and more of them are read until there are enough lines. */
function lastLines(directory: string, count: number, format: Format): LastLines {
  const write = lineWriter()
  for (let most = format === 'calls' ? count * 4 : count; ; most *= 2) {
    const records = lastRecords(directory, most)
    const last = records.at(-1)?.sequence ?? 0
    if (format === 'json') return { last, lines: records.map(record => JSON.stringify(record)) }
    const items =
      format === 'records' ? records.map(record => ({ kind: 'record', record }) as const) : tailItems(records)
    if (items.length >= count || records.length < most) return { last, lines: items.slice(-count).map(write) }
  }
}

/** Prints what is added to the journal until the person leaves. */
function follow(directory: string, after: number, format: Format): Promise<number> {
  const write = lineWriter()
  const next = followCalls()
  const lineOf = (record: NumberedEvent): readonly string[] => {
    if (format === 'json') return [JSON.stringify(record)]
    const item = format === 'records' ? ({ kind: 'record', record } as const) : next(record)
    return item === null ? [] : [write(item)]
  }
  return new Promise(resolve => {
    const watch = watchJournal(directory)
    // The watch alone keeps no process alive.
    const alive = setInterval(() => {}, 60_000)
    const follower = followJournal({
      directory,
      watch,
      after,
      give: records =>
        print(
          records
            .flatMap(lineOf)
            .map(line => `${line}\n`)
            .join(''),
        ),
      restart: () => print('the journal was started anew\n'),
    })
    process.once('SIGINT', () => {
      clearInterval(alive)
      follower.close()
      watch.close()
      resolve(exitCodes.allow)
    })
  })
}

function lineWriter(): (item: TailItem) => string {
  const paint: Painter = stdoutPainter()
  return item => {
    const width = process.stdout.columns ?? 100
    return item.kind === 'call' ? callLine(item.fold.row, paint, width) : recordLine(item.record, paint, width)
  }
}
