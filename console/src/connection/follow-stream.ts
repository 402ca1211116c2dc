import { retryDelay } from './retry.ts'
import { createEventReader, type ServerEvent } from './sse.ts'

export interface StreamPorts {
  /** Opens the stream after the event with this id; null: from now on. */
  readonly open: (after: string | null, signal: AbortSignal) => Promise<Response>
  readonly take: (event: ServerEvent) => void
  readonly connected: (how: { readonly isReplayed: boolean }) => void
  /** The connection was lost or could not be made, so many times in a row. */
  readonly lost: (failures: number) => void
  /** The server does not know this browser. The stream ends. */
  readonly refused: () => void
  /** Waits before the next attempt; something may end the wait earlier. */
  readonly pause: (ms: number, stop: AbortSignal) => Promise<void>
}

/** The event that says that numbers begin anew. */
export const restartEvent = 'journal_restarted'

/**
 * Follows a stream of events and connects again after each loss, until `stop`. Each new connection names the last complete event, and
 * the server goes on after it, so nothing is lost and nothing comes twice.
 */
export async function followStream(ports: StreamPorts, stop: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let failures = 0
  while (!stop.aborted) {
    const outcome = await readOnce()
    if (stop.aborted) return
    if (outcome === 'refused') return ports.refused()
    failures = outcome === 'ended' ? 0 : failures + 1
    ports.lost(failures)
    await ports.pause(retryDelay(failures), stop)
  }

  async function readOnce(): Promise<'ended' | 'failed' | 'refused'> {
    const attempt = new AbortController()
    const abort = (): void => attempt.abort()
    stop.addEventListener('abort', abort, { once: true })
    let watchdog = setTimeout(abort, silenceMs)
    let wasConnected = false
    try {
      const response = await ports.open(lastId, attempt.signal)
      if (response.status === 401) return 'refused'
      if (!response.ok || response.body === null) return 'failed'
      wasConnected = true
      ports.connected({ isReplayed: lastId !== null })
      const read = createEventReader()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return 'ended'
        clearTimeout(watchdog)
        watchdog = setTimeout(abort, silenceMs)
        for (const event of read(value)) give(event)
      }
    } catch {
      return wasConnected ? 'ended' : 'failed'
    } finally {
      clearTimeout(watchdog)
      stop.removeEventListener('abort', abort)
    }
  }

  function give(event: ServerEvent): void {
    ports.take(event)
    if (event.event === restartEvent) lastId = null
    else if (event.id !== null) lastId = event.id
  }
}

/** Events may stop without an error when a laptop sleeps. The server sends a comment every few seconds, so silence means a dead line. */
const silenceMs = 45_000
