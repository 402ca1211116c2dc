import { randomUUID } from 'node:crypto'
import { closeSync, fdatasync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CallRequested } from '../src/audit/event.ts'
import { recordText } from '../src/audit/record.ts'
import { redact } from '../src/audit/redaction/redact.ts'
import type { Clock } from '../src/gate/ports.ts'
import { openJournal } from '../src/io/journal/journal-file.ts'
import { verifyJournal } from '../src/io/journal/journal-verify.ts'

// Measures durable records per second against the minimum cost of a durable append on this disk: a bare `write` and `fdatasync`
// of the same bytes. `grouped` gives the bare append the same batches, which is the hardest comparison.

const clock: Clock = {
  now: () => new Date(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

const event = (n: number): CallRequested => ({
  type: 'tool_call_requested',
  session: 'session-1',
  call: `call-${n}`,
  clientCall: `toolu_${n}`,
  agents: [],
  tool: 'Bash',
  at: '2025-01-01T00:00:00.000Z',
  key: 'ab'.repeat(32),
  request: { command: 'npm run build && git commit -m "fix the parser" && ls -la src', argv: ['npm', 'run', 'build'] },
  cwd: '/home/me/work',
  workspace: ['/home/me/work'],
  automation: false,
  careful: false,
  effects: [
    { kind: 'run', text: 'run npm run build', tier: 'execute', chain: [] },
    { kind: 'run', text: 'run git commit -m fix the parser', tier: 'write', chain: [] },
  ],
  facts: [{ question: 'kind', path: '/home/me/work/package.json', answer: 'file' }],
  tier: 'execute',
  risk: 'low',
})

const rounds = 3
const rows: Record<string, Record<string, string | number>> = {}

for (const { callers, records } of [
  { callers: 1, records: 1_500 },
  { callers: 64, records: 32_000 },
]) {
  const ours: number[] = []
  const bare: number[] = []
  const grouped: number[] = []
  // They alternate, so that a busy disk affects all of them equally.
  for (let round = 0; round < rounds; round += 1) {
    const journal = await timeJournal(callers, records)
    ours.push(journal.rate)
    bare.push(await timeBare({ lines: journal.lines.slice(0, 1_500), batch: 1 }))
    grouped.push(await timeBare({ lines: journal.lines, batch: callers }))
  }
  rows[`${callers} caller${callers === 1 ? '' : 's'}`] = {
    'records/s': Math.round(median(ours)),
    'bare records/s': Math.round(median(bare)),
    'of bare': ratio(median(ours), median(bare)),
    'bare, grouped': Math.round(median(grouped)),
    'of grouped': ratio(median(ours), median(grouped)),
  }
}
console.table(rows)

const command = 'npm run build && git commit -m "fix the parser" && ls -la src'
const dirty = `curl -H "Authorization: Bearer ${'aB3'.repeat(12)}" https://example.com`
console.table({
  'redact a clean command': { microseconds: time(() => redact(command)) },
  'redact a command with a secret': { microseconds: time(() => redact(dirty)) },
  'a whole record: redact, shorten, canonical JSON': { microseconds: time(() => recordText(event(1))) },
  'JSON.stringify of the same': { microseconds: time(() => JSON.stringify(event(1))) },
})

async function timeJournal(
  callers: number,
  records: number,
): Promise<{ readonly rate: number; readonly lines: readonly string[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  const opened = await openJournal({ dir, clock, newId: randomUUID })
  if (!opened.ok) throw new Error(opened.faults[0].message)
  const journal = opened.value
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < records) {
        next += 1
        const result = await journal.append([event(next)])
        if (!result.ok) throw new Error(result.faults[0].message)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  await journal.close()
  const verified = verifyJournal(dir)
  if (!verified.ok) throw new Error(verified.faults[0].message)
  if (callers > 1)
    rows['verify'] = { 'records/s': Math.round(verified.value.records / (verified.value.milliseconds / 1_000)) }
  const lines = readFileSync(join(dir, 'journal-000001.jsonl'), 'utf8').split('\n').slice(1, -1)
  rmSync(dir, { recursive: true })
  return { rate: records / seconds, lines }
}

async function timeBare({
  lines,
  batch,
}: {
  readonly lines: readonly string[]
  readonly batch: number
}): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
  const fd = openSync(join(dir, 'bare'), 'a')
  const sync = promisify(fdatasync)
  const start = performance.now()
  for (let i = 0; i < lines.length; i += batch) {
    writeSync(fd, `${lines.slice(i, i + batch).join('\n')}\n`)
    await sync(fd)
  }
  const seconds = (performance.now() - start) / 1_000
  closeSync(fd)
  rmSync(dir, { recursive: true })
  return lines.length / seconds
}

function time(what: () => unknown): number {
  const runs = 20_000
  for (let i = 0; i < runs; i += 1) what()
  const start = performance.now()
  for (let i = 0; i < runs; i += 1) what()
  return Number((((performance.now() - start) / runs) * 1_000).toFixed(2))
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function ratio(a: number, b: number): string {
  return (a / b).toFixed(2)
}
