import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import type { Journal } from '../../src/gate/ports.ts'
import { followJournal } from '../../src/io/journal/follow-journal.ts'
import { openCursor } from '../../src/io/journal/journal-cursor.ts'
import { realDisk } from '../../src/io/journal/journal-disk.ts'
import { readRecords } from '../../src/io/journal/journal-read.ts'
import { listSegments, segmentPath } from '../../src/io/journal/segments.ts'
import { watchJournal } from '../../src/io/journal/watch-journal.ts'
import { freshDirectory, opened, requested, setting } from './support.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

async function add(journal: Journal, count: number, size = 10): Promise<void> {
  for (let n = 0; n < count; n += 1) await journal.append([requested(`c${n}`, { text: 'x'.repeat(size) })])
}

const all = (dir: string): readonly number[] =>
  [...readRecords(dir)].flatMap(read => (read.ok ? [read.value.sequence] : []))

function drain(dir: string, after: number, last: number): readonly number[] {
  const cursor = openCursor(dir, after)
  const found: number[] = []
  for (let batch = cursor.next(last); batch.length > 0; batch = cursor.next(last))
    found.push(...batch.map(({ sequence }) => sequence))
  cursor.close()
  return found
}

function follow(dir: string, after = 0) {
  const watch = watchJournal(dir)
  const given: number[] = []
  let restarts = 0
  const follower = followJournal({
    directory: dir,
    watch,
    after,
    give: records => given.push(...records.map(({ sequence }) => sequence)),
    restart: () => {
      restarts += 1
      given.length = 0
    },
  })
  closers.push(
    () => follower.close(),
    () => watch.close(),
  )
  return { follower, given, restarts: () => restarts }
}

describe('a cursor', () => {
  test('gives every record after any number, over segments', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir, { segmentBytes: 3_000 })
    await add(journal, 40)
    await journal.close()
    const numbers = all(dir)
    expect(listSegments(realDisk, dir).length).toBeGreaterThan(5)
    for (let after = 0; after <= numbers.length + 1; after += 1)
      expect(drain(dir, after, numbers.length)).toEqual(numbers.filter(number => number > after))
    expect(drain(dir, 3, 10)).toEqual([4, 5, 6, 7, 8, 9, 10])
  })

  test('finds its place in a segment of many megabytes', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    for (let n = 0; n < 30; n += 1)
      await journal.append(
        Array.from({ length: 100 }, (_, i) =>
          requested(`c${n}-${i}`, Object.fromEntries([0, 1, 2, 3].map(k => [`k${k}`, 'x'.repeat(400)]))),
        ),
      )
    await journal.close()
    const last = all(dir).length
    expect(readFileSync(segmentPath(dir, 1)).length).toBeGreaterThan(4_000_000)
    for (const after of [0, 1, 777, 1_500, 2_999, last - 1, last])
      expect(drain(dir, after, last)).toEqual(all(dir).slice(after))
  })

  test.each([
    ['a damaged line', (text: string) => text.replace('"c3"', '"cX"'), [1, 2, 3, 4, 6, 7]],
    [
      'bytes without a line feed at the end of a full segment',
      (text: string) => `${text}{"event":`,
      [1, 2, 3, 4, 5, 6, 7],
    ],
    ['lines of another kind', (text: string) => `${text}hello\n\n{"seq":9}\n`, [1, 2, 3, 4, 5, 6, 7]],
  ])('goes on after %s', async (_, damage, want) => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    await add(journal, 6)
    await journal.close()
    const first = readFileSync(segmentPath(dir, 1), 'utf8')
    const lines = first.trimEnd().split('\n')
    writeFileSync(segmentPath(dir, 1), damage(`${lines.slice(0, 5).join('\n')}\n`))
    writeFileSync(segmentPath(dir, 2), `${lines.slice(5).join('\n')}\n`)
    expect(drain(dir, 0, 7)).toEqual(want)
  })

  test('never gives a record after the head, and none twice', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    await add(journal, 3)
    const cursor = openCursor(dir, 0)
    expect(cursor.next(2).map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(cursor.next(2)).toEqual([])
    expect(cursor.next(4).map(({ sequence }) => sequence)).toEqual([3, 4])
    cursor.close()
    await journal.close()
  })
})

describe('a follower', () => {
  test('starts before there is a journal, and gives what several writers add, in order', async () => {
    const dir = freshDirectory()
    const { given, follower } = follow(dir)
    expect(given).toEqual([])
    const writers = await Promise.all([opened(dir, { segmentBytes: 5_000 }), opened(dir, { segmentBytes: 5_000 })])
    await Promise.all(writers.map(writer => add(writer, 25)))
    await expect.poll(() => given.length, { timeout: 20_000 }).toBe(all(dir).length)
    expect(given).toEqual(all(dir))
    await writers[0]?.append([setting('x')])
    follower.catchUp()
    expect(given.at(-1)).toBe(all(dir).length)
    for (const writer of writers) await writer.close()
  })

  test('does not give a line that no head names yet', async () => {
    const dir = freshDirectory()
    const journal = await opened(dir)
    await add(journal, 2)
    await journal.close()
    const { given, follower } = follow(dir)
    const [, line] = readFileSync(segmentPath(dir, 1), 'utf8').split('\n')
    appendFileSync(segmentPath(dir, 1), `${line?.replace('"seq":2', '"seq":4')}\n`)
    follower.catchUp()
    expect(given).toEqual([1, 2, 3])
  })

  test('starts again when another journal takes its place', async () => {
    const dir = freshDirectory()
    const first = await opened(dir)
    await add(first, 4)
    await first.close()
    const { given, follower, restarts } = follow(dir)
    expect(given).toHaveLength(5)
    renameSync(dir, `${dir}.old`)
    const second = await opened(dir)
    await add(second, 1)
    follower.catchUp()
    expect(restarts()).toBe(1)
    expect(given).toEqual([1, 2])
    await second.close()
  })
})
