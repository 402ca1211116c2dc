// A program that runs commands until it is killed: `killed-run.mjs FENCE JOURNAL SECONDS`. Prints its directory.
import { systemClock } from '../../src/io/clock.ts'
import { openJournal } from '../../src/io/journal/journal-file.ts'
import { randomId } from '../../src/io/random.ts'
import { openExecRun } from './exec-run.ts'

const [, , fence, dir = '', seconds = ''] = process.argv
const journal = await openJournal({ dir, clock: systemClock, newId: randomId, once: false })
if (!journal.ok) throw new Error(journal.faults[0].message)
const at = await openExecRun({ fence: fence === 'off' ? 'off' : 'enforce', recordTo: journal.value })
process.stdout.write(`${at.base}\n`)
const command = `setsid nohup sleep ${seconds} & trap '' HUP TERM INT; sleep ${seconds}`
await Promise.all([
  at.call('shell_command', { command }),
  at.call('exec_command', { cmd: command, yield_time_ms: 300_000 }),
  at.call('exec_command', { cmd: command, tty: true, yield_time_ms: 300_000 }),
])
