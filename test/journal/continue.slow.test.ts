import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { continueJournal } from '../../src/io/journal/journal-continue.ts'
import { type Disk, realDisk } from '../../src/io/journal/journal-disk.ts'
import { openJournal } from '../../src/io/journal/journal-file.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { fakeClock, freshDirectory, opened, quickBase, setting } from './support.ts'

const broken = { ok: false, faults: [{ code: 'audit_broken' }] }
const segment = (dir: string) => join(dir, 'journal-000001.jsonl')

interface Ground {
  readonly dir: string
  readonly anchor: string
}

async function written(records: number, base?: string): Promise<Ground> {
  const dir = freshDirectory(base)
  const ground = { dir, anchor: `${dir}.id` }
  await append(ground, records)
  return ground
}

async function append({ dir, anchor }: Ground, records: number): Promise<void> {
  const journal = await opened(dir, { anchor })
  for (let i = 0; i < records; i += 1) await journal.append([setting(`${i}`)])
  await journal.close()
}

const goOn = (ground: Ground, disk: Disk = realDisk) =>
  continueJournal({ ...ground, clock: fakeClock(), newId: randomUUID, by: 'Kim', disk })

function dropLast({ dir }: Ground, count: number): void {
  const lines = readFileSync(segment(dir), 'utf8').split('\n').slice(0, -1)
  writeFileSync(
    segment(dir),
    lines
      .slice(0, -count)
      .map(line => `${line}\n`)
      .join(''),
  )
}

describe('a person continues after a break', () => {
  test.each<readonly [what: string, harm: (ground: Ground) => void, told: object]>([
    ['cut records', ground => dropLast(ground, 10), { intact: 11, written: 21 }],
    ['a missing head', ({ dir }) => unlinkSync(join(dir, 'head.json')), { intact: 21, written: null }],
    ['an altered record', ({ dir }) => alter(dir, '"value":"7"'), { intact: 8, written: 21 }],
    ['a segment without records', ({ dir }) => truncateSync(segment(dir), 0), { intact: 0, written: 21 }],
    ['a deleted journal', ({ dir }) => rmSync(dir, { recursive: true }), { intact: 0, written: null, kept: null }],
  ])('%s', async (_, harm, told) => {
    const ground = await written(20)
    harm(ground)
    const bytes = existsSync(segment(ground.dir)) ? readFileSync(segment(ground.dir), 'utf8') : null
    const continued = await goOn(ground)
    expect(continued).toMatchObject({ ok: true, value: { by: 'Kim', ...told } })
    await append(ground, 3)
    expect(verifyJournal(ground.dir, ground)).toMatchObject({
      ok: true,
      value: { records: 5, breaks: [{ by: 'Kim', ...told }] },
    })
    const kept = continued.ok ? continued.value.kept : null
    expect(kept === null ? null : readFileSync(segment(kept), 'utf8')).toBe(bytes)
  })

  test('a later break repeats the earlier ones', async () => {
    const ground = await written(5)
    dropLast(ground, 1)
    await goOn(ground)
    await append(ground, 5)
    unlinkSync(join(ground.dir, 'head.json'))
    expect(verifyJournal(ground.dir, ground)).toMatchObject(broken)
    await goOn(ground)
    expect(verifyJournal(ground.dir, ground)).toMatchObject({
      ok: true,
      value: { breaks: [{ intact: 5, written: 6 }, { written: null }] },
    })
  })

  test('an intact journal is refused', async () => {
    const ground = await written(3)
    expect(await goOn(ground)).toMatchObject({ ok: false, faults: [{ code: 'validation' }] })
    expect(verifyJournal(ground.dir, ground)).toMatchObject({ ok: true, value: { breaks: [] } })
  })

  test('the record of the break cannot be removed without another break', async () => {
    const ground = await written(5)
    dropLast(ground, 2)
    await goOn(ground)
    dropLast(ground, 1)
    expect(verifyJournal(ground.dir, ground)).toMatchObject(broken)
  })
})

test('a failure at any system call of `continue` leaves a broken journal or the record of the break', async () => {
  let n = 0
  let finished = 0
  for (let fired = true; fired; ) {
    n += 1
    const ground = await written(4, quickBase)
    dropLast(ground, 2)
    fired = false
    let calls = 0
    const fails =
      <A extends readonly unknown[], T>(call: (...args: A) => T) =>
      (...args: A): T => {
        calls += 1
        if (calls < n) return call(...args)
        // From here on nothing works, as in a process that was killed.
        fired = true
        throw new Error('EIO: injected')
      }
    const disk = Object.fromEntries(
      Object.entries(realDisk).map(([name, call]) => [name, fails(call as (...args: unknown[]) => unknown)]),
    ) as unknown as Disk
    const continued = await goOn(ground, disk)
    const verified = verifyJournal(ground.dir, ground)
    if (verified.ok) {
      expect(verified.value.breaks, `call ${n}`).toMatchObject([{ intact: 3, written: 5 }])
      finished += 1
    } else {
      expect(continued.ok, `call ${n}`).toBe(false)
      expect(verified, `call ${n}`).toMatchObject(broken)
      // Fails because the journal is broken, or because of the lock that was left.
      const next = await openJournal({ ...ground, clock: fakeClock(), newId: randomUUID })
      expect(next.ok && (await next.value.append([setting('after')])).ok, `call ${n}`).toBe(false)
    }
    const saved = readdirSync(dirname(ground.dir)).filter(name => name.startsWith(basename(ground.dir)))
    const texts = saved.map(name => join(dirname(ground.dir), name)).filter(path => existsSync(segment(path)))
    expect(
      texts.some(path => readFileSync(segment(path), 'utf8').includes('"value":"1"')),
      `call ${n}`,
    ).toBe(true)
  }
  expect(n).toBeGreaterThan(40)
  expect(finished).toBeGreaterThan(0)
})

function alter(dir: string, text: string): void {
  const whole = readFileSync(segment(dir), 'utf8')
  expect(whole).toContain(text)
  writeFileSync(segment(dir), whole.replace(text, text.replace(/\d/, '9')))
}
