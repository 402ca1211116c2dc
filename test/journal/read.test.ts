import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastRecords, readRecords, recordAt, recordsOfCall } from '../../src/io/journal/journal-read.ts'
import { verifyJournal } from '../../src/io/journal/journal-verify.ts'
import { freshDirectory, opened, requested, setting } from './support.ts'

async function journalOf(count: number): Promise<string> {
  const dir = freshDirectory()
  const journal = await opened(dir, { segmentBytes: 4_000 })
  for (let i = 0; i < count; i += 1) await journal.append([requested(`call ${i}`), setting(`${i}`)])
  await journal.close()
  return dir
}

test('records are read in order, across segments, while a line is being written', async () => {
  const dir = await journalOf(20)
  const verified = verifyJournal(dir)
  expect(verified).toMatchObject({ ok: true })
  if (!verified.ok) return
  expect(verified.value.segments).toBeGreaterThan(2)
  appendFileSync(join(dir, `journal-00000${verified.value.segments}.jsonl`), '{"event":{"hal')
  const records = [...readRecords(dir)]
  expect(records.every(read => read.ok)).toBe(true)
  expect(records.map(read => read.ok && read.value.sequence)).toEqual(
    Array.from({ length: verified.value.records }, (_, i) => i + 1),
  )
  expect(verifyJournal(dir)).toMatchObject({ ok: true, value: { unfinished: 1 } })
})

test.each([1, 3, 25, 1_000])('the last %d records', async count => {
  const dir = await journalOf(20)
  const all = [...readRecords(dir)].flatMap(read => (read.ok ? [read.value] : []))
  expect(lastRecords(dir, count)).toEqual(all.slice(-count))
})

test('one record by its number, and all records of a call', async () => {
  const dir = await journalOf(10)
  expect(recordAt(dir, 2)).toMatchObject({ sequence: 2, event: { type: 'tool_call_requested', call: 'call 0' } })
  expect(recordAt(dir, 9_999)).toBeNull()
  expect(recordsOfCall(dir, 'call 7')).toMatchObject([{ event: { call: 'call 7' } }])
  expect(recordsOfCall(dir, 'nobody')).toEqual([])
})

test('an invalid line is a fault in its place, and reading goes on', async () => {
  const dir = await journalOf(3)
  const file = join(dir, 'journal-000001.jsonl')
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.with(2, 'garbage').join('\n'))
  const records = [...readRecords(dir)]
  expect(records[2]).toMatchObject({
    ok: false,
    faults: [{ code: 'audit_broken', at: { file: 'journal-000001.jsonl', line: 3 } }],
  })
  expect(records.filter(read => read.ok)).toHaveLength(records.length - 1)
})

test('without a journal there are no records', () => {
  const dir = freshDirectory()
  expect([...readRecords(dir)]).toEqual([])
  expect(lastRecords(dir, 5)).toEqual([])
  expect(verifyJournal(dir).ok).toBe(false)
})
