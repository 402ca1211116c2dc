import { renameSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { watchJournal } from '../../src/io/journal/watch-journal.ts'
import { type StreamOptions, streamHub } from '../../src/server/stream/stream-hub.ts'
import { freshDirectory, opened, quickBase, requested, setting } from '../journal/support.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

async function openHub(count: number, options: Partial<StreamOptions> = {}) {
  const dir = freshDirectory(quickBase)
  const journal = await opened(dir)
  for (let n = 0; n < count; n += 1) await journal.append([setting(String(n))])
  const watch = watchJournal(dir)
  const hub = streamHub({ directory: dir, watch, ...options })
  closers.push(
    () => hub.close(),
    () => watch.close(),
  )
  return { dir, journal, hub }
}

/** Reads a stream until the text contains `last`. */
async function readUntil(body: ReadableStream<Uint8Array> | null, last: string): Promise<string> {
  const reader = body?.getReader()
  let text = ''
  while (!text.includes(last)) {
    const read = await reader?.read()
    if (read === undefined || read.done) return text
    text += Buffer.from(read.value).toString('utf8')
  }
  reader?.releaseLock()
  return text
}

const ids = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
const always = () => true
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('the stream', () => {
  test.each([
    [0, upTo(1, 8)],
    [3, upTo(4, 8)],
    [6, upTo(7, 8)],
    [null, upTo(7, 8)],
  ])('after %s it sends what follows, and then what is added', async (after, want) => {
    const { journal, hub } = await openHub(5)
    const body = hub.open(after, always)
    await journal.append([setting('a'), setting('b')])
    expect(ids(await readUntil(body, 'id: 8\n'))).toEqual(want)
    await journal.close()
  })

  test('a number that does not exist is from another journal: everything follows', async () => {
    const { hub, journal } = await openHub(3)
    const text = await readUntil(hub.open(99, always), 'id: 4\n')
    expect([text.includes('event: journal_restarted'), ids(text)]).toEqual([true, upTo(1, 4)])
    await journal.close()
  })

  test('a journal that a person started anew is followed from its first record', async () => {
    const { dir, hub, journal } = await openHub(3)
    await journal.close()
    const body = hub.open(null, always)
    renameSync(dir, `${dir}.old`)
    const fresh = await opened(dir)
    await fresh.append([setting('fresh')])
    const text = await readUntil(body, 'id: 2\n')
    expect([text.includes('event: journal_restarted'), ids(text)]).toEqual([true, [1, 2]])
    await fresh.close()
  })

  test('named events have no id', async () => {
    const { hub, journal } = await openHub(1)
    const body = hub.open(null, always)
    hub.send('approval_over', { approval_id: 'a', outcome: 'expired' })
    const text = await readUntil(body, 'approval_over')
    expect([ids(text), text]).toEqual([[], expect.stringContaining('data: {"approval_id":"a","outcome":"expired"}')])
    await journal.close()
  })

  test('text from an agent cannot add an event', async () => {
    const { hub, journal } = await openHub(1)
    const body = hub.open(2, always)
    await journal.append([requested('c', { command: 'x\n\nevent: approval_over\ndata: {}\n\n' })])
    const text = await readUntil(body, 'id: 3\n')
    expect(text.match(/^event: /gm)).toHaveLength(1)
    await journal.close()
  })

  test('there is a limit, and a browser that leaves makes room', async () => {
    const { hub, journal } = await openHub(1, { mostStreams: 2 })
    const [first, second, third] = [hub.open(null, always), hub.open(null, always), hub.open(null, always)]
    expect([first === null, second === null, third]).toEqual([false, false, null])
    await first?.cancel()
    expect(hub.open(null, always)).not.toBeNull()
    await journal.close()
  })

  test('it ends when the browser is signed out, and when the browser takes nothing', async () => {
    const { hub, journal } = await openHub(1, { heartbeatMs: 5, stallMs: 20 })
    let isSignedIn = true
    const read = readUntil(
      hub.open(0, () => isSignedIn),
      'never',
    )
    isSignedIn = false
    expect(ids(await read)).toEqual([1, 2])
    hub.open(0, always)
    await expect.poll(() => hub.size, { timeout: 30_000 }).toBe(0)
    await journal.close()
  })

  test('a browser that takes nothing costs little memory', async () => {
    const { hub, journal } = await openHub(1)
    hub.open(0, always)
    for (let n = 0; n < 1_001; n += 1) hub.send('approval_over', { approval_id: String(n), outcome: 'expired' })
    expect(hub.size).toBe(0)
    await journal.close()
  })
})
