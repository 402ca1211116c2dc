/** One event of the stream. */
export interface ReadEvent {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Reads `GET /api/events` as the console does. */
export interface EventReader {
  /** The next event that fits; the ones before it are dropped. */
  until(fits: (event: ReadEvent) => boolean): Promise<ReadEvent>
  /** The numbers of the next records. */
  records(count: number): Promise<readonly number[]>
  close(): void
}

export async function openEventReader(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const stop = new AbortController()
  const answer = await fetch(url, { headers, signal: stop.signal })
  if (answer.status !== 200 || answer.body === null) throw new Error(`the stream answered with ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: ReadEvent[] = []
  let rest = ''

  async function next(): Promise<ReadEvent> {
    for (;;) {
      const event = waiting.shift()
      if (event !== undefined) return event
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream ended')
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      waiting.push(...parts.flatMap(part => readEvent(part) ?? []))
    }
  }

  return {
    until: async fits => {
      for (;;) {
        const event = await next()
        if (fits(event)) return event
      }
    },
    records: async count => {
      const found: number[] = []
      while (found.length < count) {
        const { id } = await next()
        if (id !== null) found.push(Number(id))
      }
      return found
    },
    close: () => stop.abort(),
  }
}

function readEvent(part: string): ReadEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? null
  const [event, data] = [field('event'), field('data')]
  return event === null || data === null ? null : { id: field('id'), event, data }
}
