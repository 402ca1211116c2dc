import { visible } from '../../core/wording/visible.ts'
import { finishOwn } from '../../io/contain/finish.ts'
import type { CliCommand } from '../command.ts'
import { usageError } from '../terminal/outcome.ts'

const help = `usage: sallyport contained TICKET CODE

The runner of contained calls starts this when a command has ended: it judges what the command changed, keeps or discards it,
and exits with the command's own code. There is no reason to call it yourself.
`

export const containedCommand: CliCommand = { help, run }

async function run([ticket = '', code = '']: readonly string[]): Promise<number> {
  if (!/^[0-9a-f]{32}$/.test(ticket) || !/^\d{1,3}$/.test(code)) return usageError('expected a ticket and an exit code')
  const finished = await finishOwn(ticket, process.env)
  const tell = (line: string) => void process.stderr.write(`sallyport: ${visible(line)}\n`)
  if (!finished.ok) {
    tell(`what the command changed could not be judged: ${finished.faults[0].message}`)
    return Number(code)
  }
  const { outcome, quarantined } = finished.value
  if (outcome !== null && !outcome.committed)
    tell(`discarded what the command changed ${outcome.summary}: ${outcome.because}; ask the person`)
  if (quarantined.length > 0)
    tell(`moved away new files that start programs: ${quarantined.join(', ')}; ask the person`)
  return Number(code)
}
