import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Clock } from '../../src/gate/ports.ts'
import { openJournal } from '../../src/io/journal/journal-file.ts'
import { setting } from './setting.ts'

// Appends records under its name, a given number or forever. Prints each acknowledged record at once, in one write:
// `<sequence> <value>`. `processes.slow.test.ts` runs it as a separate process.

const [dir = '', name = '', count = '0', segmentBytes = '64000000', callers = '1'] = process.argv.slice(2)

const clock: Clock = {
  now: () => new Date(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

const opened = await openJournal({
  dir,
  anchor: `${dir}.id`,
  clock,
  newId: randomUUID,
  segmentBytes: Number(segmentBytes),
})
if (!opened.ok) throw new Error(opened.faults[0].message)
const journal = opened.value
const limit = Number(count) || Number.POSITIVE_INFINITY
let next = 0

async function call(): Promise<void> {
  while (next < limit) {
    const value = `${name}-${next}`
    next += 1
    const result = await journal.append([setting(value)])
    writeSync(1, result.ok ? `${result.value.sequence} ${value}\n` : `failed ${result.faults[0].message}\n`)
  }
}

await Promise.all(Array.from({ length: Number(callers) }, call))
await journal.close()
