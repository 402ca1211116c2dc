import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../src/audit/memory-journal.ts'
import { verifyLines } from '../../src/audit/verify-chain.ts'
import type { Journal } from '../../src/gate/ports.ts'
import { realDisk } from '../../src/io/journal/journal-disk.ts'
import { freshDirectory, moment, opened, requested, setting } from './support.ts'

/** A journal, its lines, and functions that make it fail and recover. */
interface Subject {
  readonly journal: Journal
  readonly lines: () => readonly string[]
  readonly breakDown: (broken: boolean) => void
}

const subjects: readonly (readonly [name: string, open: () => Promise<Subject>])[] = [
  [
    'in memory',
    async () => {
      const journal = memoryJournal({ journal: 'test', at: moment })
      return {
        journal,
        lines: journal.lines,
        breakDown: broken => journal.failWith(broken ? { code: 'audit_unavailable', message: 'told to' } : null),
      }
    },
  ],
  [
    'in files',
    async () => {
      const dir = freshDirectory()
      let broken = false
      const sync = async (fd: number) => {
        if (broken) throw new Error('told to')
        await realDisk.sync(fd)
      }
      const journal = await opened(dir, { disk: { ...realDisk, sync } })
      return {
        journal,
        lines: () => readFileSync(join(dir, 'journal-000001.jsonl'), 'utf8').split('\n').slice(0, -1),
        breakDown: value => {
          broken = value
        },
      }
    },
  ],
]

describe.each(subjects)('a journal %s', (_, open) => {
  test('starts with a record that names it, and numbers the next ones', async () => {
    const { journal, lines } = await open()
    expect(await journal.append([setting('on')])).toMatchObject({ ok: true, value: { sequence: 2 } })
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      seq: 1,
      prev: '0'.repeat(64),
      event: { type: 'journal_opened' },
    })
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ seq: 2, event: setting('on') })
    await journal.close()
  })

  test('keeps the order of callers, and the events of one append together', async () => {
    const { journal, lines } = await open()
    const receipts = await Promise.all(
      Array.from({ length: 50 }, (_, i) => journal.append([setting(`${i}a`), setting(`${i}b`)])),
    )
    expect(receipts.map(receipt => receipt.ok && receipt.value.sequence)).toEqual(
      Array.from({ length: 50 }, (_, i) => 2 * i + 3),
    )
    const values = lines()
      .slice(1)
      .map(line => JSON.parse(line).event.value)
    expect(values).toEqual(Array.from({ length: 50 }, (_, i) => [`${i}a`, `${i}b`]).flat())
    await journal.close()
  })

  test('returns the hash of the last record, and the chain verifies', async () => {
    const { journal, lines } = await open()
    const receipt = await journal.append([setting('on'), setting('off')])
    const verified = verifyLines([{ name: 'x', lines: lines() }])
    expect(verified).toMatchObject({ ok: true, value: { records: 3 } })
    expect(receipt.ok && verified.ok && receipt.value.hash === verified.value.hash).toBe(true)
    await journal.close()
  })

  test('redacts, then truncates', async () => {
    const { journal, lines } = await open()
    await journal.append([requested('c', { command: `PASSWORD=${'x1'.repeat(400)} ${'y'.repeat(600)}`, token: 'abc' })])
    const { request } = JSON.parse(lines()[1] ?? '').event
    expect(request.command).toBe(`PASSWORD=[redacted:password] ${'y'.repeat(471)}...[truncated]`)
    expect(request.token).toBe('[redacted:field]')
    await journal.close()
  })

  test('returns a failure as a value, records nothing of it, and works afterwards', async () => {
    const { journal, lines, breakDown } = await open()
    breakDown(true)
    expect(await journal.append([setting('lost')])).toMatchObject({
      ok: false,
      faults: [{ code: 'audit_unavailable' }],
    })
    breakDown(false)
    expect(await journal.append([setting('kept')])).toMatchObject({ ok: true, value: { sequence: 2 } })
    expect(lines()).toHaveLength(2)
    await journal.close()
  })

  test('accepts nothing after it is closed', async () => {
    const { journal } = await open()
    await journal.close()
    expect(await journal.append([setting('late')])).toMatchObject({
      ok: false,
      faults: [{ code: 'audit_unavailable' }],
    })
  })

  test('an empty append returns the current position', async () => {
    const { journal } = await open()
    expect(await journal.append([])).toMatchObject({ ok: true, value: { sequence: 1 } })
    await journal.close()
  })
})
