import { signal } from '@preact/signals'
import type { StreamEvents } from '../../src/server/api.ts'
import { signedOut } from './api.ts'
import { retryDelay } from './connection/retry.ts'
import { createEventReader, type ServerEvent } from './connection/sse.ts'

/** How the console is connected to the server. `offline`: the page shows the last known state. */
export type Connection = 'connecting' | 'live' | 'offline'

export const connection = signal<Connection>('connecting')

/** A record of the journal, as the stream sends it. */
export interface StreamRecord {
  readonly sequence: number
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string }
}

type Named = { [K in keyof StreamEvents]: (event: StreamEvents[K]) => void }

interface Listeners extends Named {
  /** A record of the journal. */
  record: (record: StreamRecord) => void
  /** The stream began anew without the events in between: read the state again. */
  resync: (reason: null) => void
}

const listeners = new Map<keyof Listeners, Set<(event: never) => void>>()

/** Calls `listener` for each event of that name, until the returned function is called. */
export function listen<K extends keyof Listeners>(name: K, listener: Listeners[K]): () => void {
  const those = listeners.get(name) ?? new Set()
  listeners.set(name, those)
  those.add(listener as (event: never) => void)
  return () => those.delete(listener as (event: never) => void)
}

function emit<K extends keyof Listeners>(name: K, event: Parameters<Listeners[K]>[0]): void {
  for (const listener of listeners.get(name) ?? []) (listener as (event: unknown) => void)(event)
}

/** The id of the last complete event. The server goes on after it, so a lost connection loses nothing. */
let lastId: string | null = null
let running: AbortController | null = null

/** Connects, and connects again after each loss, until `stopStream`. */
export function startStream(): void {
  if (running !== null) return
  running = new AbortController()
  void keepConnected(running.signal)
}

export function stopStream(): void {
  running?.abort()
  running = null
}

/*
 * A reader over `fetch` instead of `EventSource`: it can send `Last-Event-ID` with a new connection, tells a refused cookie from a
 * server that is down, and needs no list of the event names.
 */
async function keepConnected(stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    const outcome = await readOnce(stop)
    if (stop.aborted) return
    if (outcome === 'refused') {
      signedOut.value = true
      running = null
      return
    }
    failures = outcome === 'ended' ? 0 : failures + 1
    connection.value = failures > 1 ? 'offline' : 'connecting'
    await pause(retryDelay(failures), stop)
  }
}

/** Events may stop without an error when a laptop sleeps. The server sends a comment every few seconds, so silence means a dead line. */
const silenceMs = 45_000

async function readOnce(stop: AbortSignal): Promise<'ended' | 'failed' | 'refused'> {
  const attempt = new AbortController()
  const abort = (): void => attempt.abort()
  stop.addEventListener('abort', abort, { once: true })
  let watchdog = setTimeout(abort, silenceMs)
  let wasLive = false
  try {
    const response = await fetch('/api/events', {
      headers: { accept: 'text/event-stream', ...(lastId === null ? {} : { 'last-event-id': lastId }) },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: attempt.signal,
    })
    if (response.status === 401) return 'refused'
    if (!response.ok || response.body === null) return 'failed'
    wasLive = true
    connection.value = 'live'
    // Named events have no place in the journal and are not replayed, so the state is read again.
    emit('resync', null)
    const read = createEventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'ended'
      clearTimeout(watchdog)
      watchdog = setTimeout(abort, silenceMs)
      for (const event of read(value)) take(event)
    }
  } catch {
    return wasLive ? 'ended' : 'failed'
  } finally {
    clearTimeout(watchdog)
    stop.removeEventListener('abort', abort)
  }
}

const named: ReadonlySet<string> = new Set<keyof StreamEvents>([
  'approval_required',
  'approval_changed',
  'approval_over',
  'overview',
])

function take({ id, event, data }: ServerEvent): void {
  let content: unknown
  try {
    content = JSON.parse(data)
  } catch {
    return
  }
  if (named.has(event)) emit(event as keyof StreamEvents, content as never)
  else if (id !== null && typeof content === 'object' && content !== null)
    emit('record', { sequence: Number(id), event: { type: event, ...content } })
  if (id !== null) lastId = id
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, ms)
    // The network came back, or the person looks at the page again: try at once.
    const wake = (): void => {
      if (!document.hidden) done()
    }
    function done(): void {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', wake)
      stop.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    document.addEventListener('visibilitychange', wake)
    stop.addEventListener('abort', done)
  })
}
