import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { readRecords } from '../../src/io/journal/journal-read.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { freshDirectory, opened, setting } from './support.ts'

let program = ''
beforeAll(() => {
  program = join(dirname(freshDirectory()), 'worker.mjs')
  buildSync({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
})

interface Work {
  readonly dir: string
  readonly name: string
  /** 0: until it is killed. */
  readonly count: number
  readonly segmentBytes: number
  readonly callers: number
}

/** The output of a worker, and its end. Each line is one acknowledged record. */
interface Worker {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly done: Promise<void>
}

function work({ dir, name, count, segmentBytes, callers }: Work, onLine: (worker: Worker) => void = () => {}): Worker {
  const child = spawn(process.execPath, [program, dir, name, String(count), String(segmentBytes), String(callers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const worker: Worker = {
    child,
    lines,
    done: Promise.all([once(child, 'close'), once(reader, 'close')]).then(() => {}),
  }
  reader.on('line', line => {
    lines.push(line)
    onLine(worker)
  })
  return worker
}

const failuresOf = (workers: readonly Worker[]): readonly string[] =>
  workers.flatMap(worker => worker.lines.filter(line => line.startsWith('failed')))

/** Every value of the journal by its sequence number. */
function recorded(dir: string): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  for (const read of readRecords(dir)) {
    if (!read.ok) throw new Error(read.faults[0].message)
    values.set(String(read.value.sequence), read.value.event['value'])
  }
  return values
}

function missing(dir: string, lines: readonly string[]): readonly string[] {
  const values = recorded(dir)
  return lines.filter(line => {
    const [sequence = '', ...rest] = line.split(' ')
    return values.get(sequence) !== rest.join(' ')
  })
}

test('several processes at once: no record is lost or mixed with another, and each process keeps its order', async () => {
  const dir = freshDirectory()
  const workers = Array.from({ length: 5 }, (_, i) =>
    work({ dir, name: `w${i}`, count: 60, segmentBytes: 9_000, callers: 4 }),
  )
  await Promise.all(workers.map(worker => worker.done))
  expect(failuresOf(workers)).toEqual([])
  expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { repairs: 0, unfinished: 0 } })
  const lines = workers.flatMap(worker => worker.lines)
  expect(lines).toHaveLength(300)
  expect(missing(dir, lines)).toEqual([])
  for (let i = 0; i < 5; i += 1) {
    const own = [...recorded(dir).values()].filter(value => String(value).startsWith(`w${i}-`))
    expect(own).toEqual(Array.from({ length: 60 }, (_, n) => `w${i}-${n}`))
  }
  expect(readdirSync(dir).filter(name => name.includes('lock'))).toEqual([])
})

test('kill -9 at random moments loses no acknowledged record and stops no other process', async () => {
  const rounds = 12
  const perRound = 3
  const dir = freshDirectory()
  const random = randomFrom(Date.now())
  const lines: string[] = []
  let kills = 0
  let repairs = 0
  let left = 0
  for (let round = 0; round < rounds; round += 1) {
    const workers = Array.from({ length: perRound }, (_, i) => {
      const after = 1 + random(60)
      const hops = random(200)
      return work({ dir, name: `r${round}w${i}`, count: 0, segmentBytes: 20_000, callers: 1 + random(8) }, worker => {
        if (worker.lines.length === after) hop(hops, () => worker.child.kill('SIGKILL'))
      })
    })
    await Promise.all(workers.map(worker => worker.done))
    kills += workers.filter(worker => worker.child.signalCode === 'SIGKILL').length
    expect(failuresOf(workers)).toEqual([])
    lines.push(...workers.flatMap(worker => worker.lines))
    if (readdirSync(dir).includes('journal.lock')) left += 1
    const anchor = `${dir}.id`
    const next = await opened(dir, { anchor })
    expect(await next.append([setting(`after round ${round}`)])).toMatchObject({ ok: true })
    await next.close()
    const verified = verifyJournal(dir, { anchor })
    expect(verified, `seed ${random.seed}`).toMatchObject({ ok: true, value: { unfinished: 0, breaks: [] } })
    if (verified.ok) repairs = verified.value.repairs
  }
  expect(missing(dir, lines), `seed ${random.seed}`).toEqual([])
  expect(kills).toBe(rounds * perRound)
  expect(kills).toBeGreaterThanOrEqual(30)
  // Otherwise no process has taken over the lock of a dead one.
  expect(left).toBeGreaterThan(0)
  console.log(
    `${kills} kills, ${lines.length} acknowledged records, 0 lost, ${left} locks left, ${repairs} torn ends, seed ${random.seed}`,
  )
})

test.each(['', '/head.json', '/journal-000001.jsonl', '.id'])(
  'kill -9 while the journal is being created, once `DIR%s` exists: the next process continues by itself',
  async file => {
    for (let round = 0; round < 3; round += 1) {
      const dir = freshDirectory()
      const anchor = `${dir}.id`
      const worker = work({ dir, name: 'w', count: 0, segmentBytes: 20_000, callers: 1 })
      const kill = (): void => {
        if (existsSync(`${dir}${file}`)) worker.child.kill('SIGKILL')
        else if (worker.child.exitCode === null) setImmediate(kill)
      }
      kill()
      await worker.done
      expect(worker.child.signalCode).toBe('SIGKILL')
      const next = await opened(dir, { anchor })
      expect(await next.append([setting('after')])).toMatchObject({ ok: true })
      await next.close()
      expect(verifyJournal(dir, { anchor })).toMatchObject({ ok: true, value: { unfinished: 0, breaks: [] } })
      expect(missing(dir, worker.lines)).toEqual([])
    }
  },
)

/** Waits some turns of the event loop: a moment that does not depend on the worker. */
function hop(turns: number, then: () => void): void {
  if (turns === 0) then()
  else setImmediate(() => hop(turns - 1, then))
}

function randomFrom(seed: number): ((below: number) => number) & { readonly seed: number } {
  let state = seed >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Object.assign(next, { seed })
}
