// Races 100,000 answers for 10,000 approvals: people at the inbox, another process that answers like `sallyport approve`, timeouts and
// clients that disconnect. Prints the outcomes, and fails if one approval does not have exactly one outcome.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { systemClock } from '../src/io/clock.ts'
import { openApprovals } from '../src/io/stores/approval-store.ts'
import { raceApprovals } from '../test/server/race.ts'

const [role = '10000', directory = ''] = process.argv.slice(2)
if (role === 'terminal') await answerAtTerminal(directory)
else await race(Number(role))

async function race(approvals: number): Promise<void> {
  // In memory where the system has such a directory: the race is about the order of events, not about the disk.
  if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm'
  let stored = 0
  const terminal = (folder: string) => {
    const [, script = ''] = process.argv
    const child = spawn(process.execPath, [script, 'terminal', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (lines: Buffer) => {
      stored += lines.toString().split('\n').length - 1
    })
    return () => child.kill()
  }
  const { answers, outcomes, faults } = await raceApprovals({ approvals, together: 100, terminal })
  console.log(`${approvals} approvals, ${answers} racing answers, and ${stored} answers stored by another process`)
  console.log(
    Object.entries(outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', '),
  )
  for (const fault of faults.slice(0, 20)) console.error(fault)
  if (faults.length > 0 || answers < 10 * approvals || stored === 0) {
    console.error(`${faults.length} approvals without exactly one outcome`)
    process.exitCode = 1
  }
}

/** Answers every question that it finds, until it is killed. */
async function answerAtTerminal(folder: string): Promise<void> {
  const files = openApprovals(folder, systemClock, { tidies: 'on_demand' })
  for (;;) {
    for (const id of files.ids()) {
      const question = Math.random() < 0.1 ? files.find(id) : null
      const decision = Math.random() < 0.5 ? 'approved' : 'denied'
      if (question !== null && files.answer(question, { decision, by: 'terminal' }).ok) process.stdout.write('1\n')
    }
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
