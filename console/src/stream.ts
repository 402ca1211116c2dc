import { signal } from '@preact/signals'
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts'
import type { StreamEvents } from '../../src/server/api.ts'
import { signedOut } from './api.ts'
import { followStream, restartEvent } from './connection/follow-stream.ts'
import { keyHeaders } from './connection/key.ts'
import type { ServerEvent } from './connection/sse.ts'

/** How the console is connected to the server. `offline`: the page shows the last known state. */
export type Connection = 'connecting' | 'live' | 'offline'

export const connection = signal<Connection>('connecting')

/** A record of the journal, as the stream sends it. */
export interface StreamRecord {
  readonly sequence: number
  readonly event: JsonObject
}

type NamedEvents = Omit<StreamEvents, typeof restartEvent>

interface Events extends NamedEvents {
  /** A record of the journal. */
  readonly record: StreamRecord
  /** A connection was made. Questions have no numbers and are not sent again, so their state must be read anew. */
  readonly connected: { readonly isReplayed: boolean }
  /** Another journal has taken the place of the one before: everything must be read anew. */
  readonly restarted: null
}

const listeners = new Map<keyof Events, Set<(event: never) => void>>()

/** Calls `listener` for each event of that name, until the returned function is called. */
export function listen<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): () => void {
  const those = listeners.get(name) ?? new Set()
  listeners.set(name, those)
  those.add(listener)
  return () => those.delete(listener)
}

function emit<K extends keyof Events>(name: K, event: Events[K]): void {
  for (const listener of listeners.get(name) ?? []) (listener as (event: Events[K]) => void)(event)
}

let running: AbortController | null = null

/** Connects, and connects again after each loss, for as long as this browser is signed in. */
export function startStream(): void {
  if (running !== null) return
  running = new AbortController()
  void followStream(
    {
      // A reader over `fetch` instead of `EventSource`, which can send neither the key nor the last id of a lost connection.
      open: (after, signal) =>
        fetch('/api/events', {
          headers: {
            ...keyHeaders(),
            accept: 'text/event-stream',
            ...(after === null ? {} : { 'last-event-id': after }),
          },
          credentials: 'same-origin',
          cache: 'no-store',
          signal,
        }),
      take,
      connected: how => {
        connection.value = 'live'
        emit('connected', how)
      },
      lost: failures => {
        connection.value = failures > 1 ? 'offline' : 'connecting'
      },
      refused: () => {
        running = null
        signedOut.value = true
      },
      pause,
    },
    running.signal,
  )
}

const named: ReadonlySet<string> = new Set<keyof NamedEvents>([
  'approval_required',
  'approval_changed',
  'approval_over',
  'overview',
])

function take({ id, event, data }: ServerEvent): void {
  if (event === restartEvent) return emit('restarted', null)
  const content = parsed(data)
  if (content === null || !isObject(content)) return
  if (named.has(event)) emit(event as keyof NamedEvents, content as never)
  else if (id !== null) emit('record', { sequence: Number(id), event: content })
}

function parsed(data: string): Json {
  try {
    return JSON.parse(data) as Json
  } catch {
    return null
  }
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
