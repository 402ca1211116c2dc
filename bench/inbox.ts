import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApprovalRequest, Approver } from '../src/gate/ports.ts'
import { systemClock } from '../src/io/clock.ts'
import { randomId } from '../src/io/random.ts'
import { openInbox } from '../src/server/inbox/open-inbox.ts'
import { memoryJournal } from '../src/testing.ts'
import { bash, openGate, withPreset } from '../test/requirements/open-gate.ts'

// Measures an inbox with its limit set to 10,000 questions: the memory while all of them wait, how many a restart keeps, and how long
// the first page of the console takes then.
const count = 10_000
const goals = { megabytes: 300, pageMs: 100 }
const pageSize = 100

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sallyport-bench-'))
const ports = {
  clock: systemClock,
  journal: memoryJournal({ journal: 'bench', at: new Date().toISOString() }),
  newId: randomId,
}
const open = () =>
  openInbox({ directory: join(folder, 'approvals'), ports, machine: 'bench', home: '/home/dev', most: count })
const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

const request = await anyRequest()
const before = megabytes()
const inbox = open()
const started = performance.now()
for (let n = 0; n < count; n += 1) {
  const caller = { client: 'bench', proven: true, agents: [], cwd: '/', workspace: [], call: `c${n}` }
  const binding = n.toString(16).padStart(10, '0').padEnd(64, 'a')
  void inbox
    .approver({ asker: caller, patienceMs: 600_000, onWait: () => {} })
    .request(
      { ...request, id: `q${n}`, binding },
      { signal: new AbortController().signal, note: () => {}, claim: () => true, timeoutMs: 600_000 },
    )
  if (n % 100 === 0) await new Promise(setImmediate)
}
await new Promise(setImmediate)
const waiting = inbox.list().length
row(`${waiting} calls wait, each question stored`, `${Math.round((performance.now() - started) / 1_000)} s`)
row('memory for them', `${Math.round(megabytes() - before)} MB`)
await inbox.close()

const opening = performance.now()
const again = open()
row('opened again after a restart', `${Math.round(performance.now() - opening)} ms`)
const kept = again.list().length
row('questions kept', String(kept))
const pages = Array.from({ length: 11 }, () => {
  const asked = performance.now()
  const text = JSON.stringify(again.list().slice(0, pageSize))
  return { ms: performance.now() - asked, text }
}).sort((one, other) => one.ms - other.ms)
const { ms: pageMs, text: page } = pages[5] ?? { ms: 0, text: '' }
row(
  `first page, ${pageSize} cards, ${Math.round(page.length / 1_024)} KB`,
  `median ${pageMs.toFixed(1)} ms (goal ${goals.pageMs})`,
)
const memory = megabytes()
row('memory of the process', `${Math.round(memory)} MB (goal ${goals.megabytes})`)
await again.close()
rmSync(folder, { recursive: true, force: true })
if (waiting !== count || kept !== count) throw new Error('questions were lost')
if (memory > goals.megabytes || pageMs > goals.pageMs) console.log('OVER THE GOAL')
process.exit()

function row(name: string, value: string): void {
  console.log(`${name.padEnd(46)} ${value}`)
}

async function anyRequest(): Promise<ApprovalRequest> {
  const asked: ApprovalRequest[] = []
  const approver: Approver = {
    name: 'bench',
    channel: 'human',
    request: async one => {
      asked.push(one)
      return null
    },
  }
  const { gate } = openGate({ policies: await withPreset('cautious'), approvers: [approver] })
  await gate.check(bash('npm run build && git push origin main --tags && rm -rf dist'))
  const [found] = asked
  if (found === undefined) throw new Error('nothing was asked')
  return found
}
