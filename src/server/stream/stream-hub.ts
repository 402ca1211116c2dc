import { textIn } from '../../audit/recorded-fields.ts'
import { type CursorRecord, openCursor } from '../../io/journal/journal-cursor.ts'
import type { JournalWatch } from '../../io/journal/watch-journal.ts'
import type { StreamEvents } from '../api.ts'
import { heartbeat, sseText } from './sse-text.ts'

/** The streams of events to signed-in browsers. */
export interface StreamHub {
  /** A stream that goes on after a record; null if there are too many. It ends when `isValid` returns false. */
  open(after: number | null, isValid: () => boolean): ReadableStream<Uint8Array> | null
  /** Sends a named event to all streams. */
  send<Name extends keyof StreamEvents>(name: Name, event: StreamEvents[Name]): void
  readonly size: number
  close(): void
}

export interface StreamOptions {
  readonly directory: string
  readonly watch: JournalWatch
  readonly heartbeatMs?: number
  readonly mostStreams?: number
  /** How long a reader may take nothing while something waits for it. */
  readonly stallMs?: number
}

/**
 * Every stream has a cursor of its own in the journal and reads on when its browser has taken what it was sent. So there is no gap
 * between replay and live records, none comes twice, and a slow browser costs no memory.
 */
export function streamHub(options: StreamOptions): StreamHub {
  const { watch, heartbeatMs = 15_000, mostStreams = 48, stallMs = 60_000 } = options
  const streams = new Set<Stream>()
  const stopWatching = watch.changes.on(() => {
    for (const stream of streams) stream.wake()
  })
  const timer = setInterval(() => {
    for (const stream of streams) stream.beat()
  }, heartbeatMs)
  timer.unref()

  return {
    open: (after, isValid) => {
      if (streams.size >= mostStreams) return null
      const stream = openStream({ ...options, stallMs }, { after, isValid, left: () => streams.delete(stream) })
      streams.add(stream)
      return stream.body
    },
    send: (name, event) => {
      const text = sseText({ event: name, data: JSON.stringify(event) })
      for (const stream of streams) stream.say(text)
    },
    get size() {
      return streams.size
    },
    close: () => {
      clearInterval(timer)
      stopWatching()
      for (const stream of streams) stream.end()
    },
  }
}

interface Stream {
  readonly body: ReadableStream<Uint8Array>
  /** The journal has grown. */
  wake(): void
  say(text: string): void
  /** Sends a heartbeat, and ends a stream that may not go on. */
  beat(): void
  end(): void
}

interface Reader {
  readonly after: number | null
  readonly isValid: () => boolean
  readonly left: () => void
}

function openStream(
  { directory, watch, stallMs }: Required<Pick<StreamOptions, 'stallMs'>> & StreamOptions,
  reader: Reader,
): Stream {
  const head = watch.head()
  const last = head?.sequence ?? 0
  let journal = head?.journal ?? null
  // A number that does not exist is from another journal, so everything of this one is new.
  const isForeign = reader.after !== null && reader.after > last
  let cursor = openCursor(directory, isForeign ? 0 : (reader.after ?? last))
  const waiting: string[] = isForeign ? [restarted] : []
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  /** Resolves the pull that waits for something to send. */
  let ready: (() => void) | null = null
  /** Since when a text waits for the browser to take it; null while the browser waits. */
  let untakenSince: number | null = Date.now()
  let isOver = false

  function end(): void {
    if (isOver) return
    isOver = true
    cursor.close()
    reader.left()
    wake()
    try {
      controller?.close()
    } catch {
      // The browser has left already.
    }
  }

  function wake(): void {
    ready?.()
    ready = null
  }

  /** The next text to send; null if there is none now. */
  function take(): string | null {
    const said = waiting.splice(0)
    const now = watch.head()
    if (now !== null && now.journal !== journal) {
      if (journal !== null) {
        cursor.close()
        cursor = openCursor(directory, 0)
        said.push(restarted)
      }
      journal = now.journal
    }
    const records = now === null ? [] : cursor.next(now.sequence)
    const text = said.join('') + records.map(recordEvent).join('')
    return text === '' ? null : text
  }

  async function pull(): Promise<void> {
    untakenSince = null
    while (!isOver) {
      const text = take()
      if (text !== null) {
        untakenSince = Date.now()
        controller?.enqueue(encoder.encode(text))
        return
      }
      await new Promise<void>(resolve => {
        ready = resolve
      })
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: own => {
        controller = own
        own.enqueue(encoder.encode(heartbeat))
      },
      pull: () => pull().catch(end),
      cancel: end,
    },
    { highWaterMark: 1 },
  )
  return {
    body,
    wake,
    end,
    say: text => {
      if (waiting.push(text) > mostWaiting) end()
      else wake()
    },
    beat: () => {
      const isStalled = untakenSince !== null && Date.now() - untakenSince > stallMs
      if (!reader.isValid() || isStalled) return end()
      if (waiting.length === 0) waiting.push(heartbeat)
      wake()
    },
  }
}

const encoder = new TextEncoder()

/** Named events that wait for one slow browser. */
const mostWaiting = 1_000

const restarted = sseText({ event: 'journal_restarted', data: '{}' })

const recordEvent = ({ sequence, event, text }: CursorRecord): string =>
  sseText({ id: sequence, event: textIn(event, 'type').replaceAll(/[^\w]/g, ''), data: text })
