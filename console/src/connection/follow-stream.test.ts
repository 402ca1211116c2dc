import { describe, expect, test } from 'vitest'
import { followStream } from './follow-stream.ts'

const eventOf = (id: number): string => `id: ${id}\nevent: record\ndata: {}\n\n`

/** A server whose connections break as told. It has ten records and goes on after the one that the client names. */
function breakingServer(connections: readonly ('refuse' | 'fail' | number)[]) {
  const asked: (string | null)[] = []
  const stop = new AbortController()
  const got: string[] = []
  const log: string[] = []
  const open = async (after: string | null): Promise<Response> => {
    const behaviour = connections[asked.length] ?? 'refuse'
    asked.push(after)
    if (behaviour === 'refuse') return new Response(null, { status: 401 })
    if (behaviour === 'fail') throw new TypeError('connection refused')
    const first = after === null ? 1 : Number(after) + 1
    const ids = Array.from({ length: 10 }, (_, index) => index + 1).filter(id => id >= first)
    const text = ids.map(eventOf).join('')
    // The connection breaks after so many characters, often in the middle of a record.
    return new Response(text.slice(0, behaviour))
  }
  const run = () =>
    followStream(
      {
        open,
        take: ({ id }) => got.push(id ?? '-'),
        connected: ({ isReplayed }) => log.push(isReplayed ? 'replayed' : 'connected'),
        lost: failures => log.push(`lost ${failures}`),
        refused: () => log.push('refused'),
        pause: async () => {},
      },
      stop.signal,
    )
  return { run, got, asked, log, stop }
}

describe('a stream that breaks', () => {
  const length = eventOf(1).length
  const all = Array.from({ length: 10 }, (_, index) => `${index + 1}`)

  test.each(Array.from({ length: length + 2 }, (_, index) => index + 3 * length))(
    'loses no record and takes none twice when the first connection breaks after %i characters',
    async cut => {
      const server = breakingServer([cut, 'fail', 10 * length + 10])
      await server.run()
      expect(server.got).toEqual(all)
    },
  )

  test('names the last complete record, and tells of each loss', async () => {
    const server = breakingServer([2 * length, 'fail', 'fail', 9999])
    await server.run()
    expect(server.asked).toEqual([null, '2', '2', '2', '10'])
    expect(server.log).toEqual(['connected', 'lost 0', 'lost 1', 'lost 2', 'replayed', 'lost 0', 'refused'])
  })

  test('ends when the server does not know the browser', async () => {
    const server = breakingServer(['refuse', 9999])
    await server.run()
    expect([server.asked.length, server.got, server.log]).toEqual([1, [], ['refused']])
  })
})
