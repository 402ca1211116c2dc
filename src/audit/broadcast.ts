/** Sends each value to all listeners. A listener that throws does not affect the others. */
export interface Broadcast<T> extends AsyncIterable<T> {
  /** The listener gets values only while `when` returns true. */
  on(listener: (value: T) => void, when?: () => boolean): () => void
  /** `make` is called only if there is a listener. */
  send(make: () => T): void
}

const maxWaiting = 10_000

export function broadcast<T>(): Broadcast<T> {
  const subscribers = new Set<Subscriber<T>>()
  const on = (listener: (value: T) => void, when = always) => {
    const subscriber = { listener, when }
    subscribers.add(subscriber)
    return () => void subscribers.delete(subscriber)
  }
  return {
    on,
    send: make => {
      const listening = [...subscribers].filter(({ when }) => when())
      if (listening.length === 0) return
      const value = make()
      for (const { listener } of listening) {
        try {
          listener(value)
        } catch {
          // Ignored on purpose: the journal already has the value.
        }
      }
    },
    [Symbol.asyncIterator]: () => iterate(on),
  }
}

interface Subscriber<T> {
  readonly listener: (value: T) => void
  readonly when: () => boolean
}

const always = (): boolean => true

/** Queues values for a slow reader, up to a limit; then the reader is ended, to bound the memory. */
function iterate<T>(on: Broadcast<T>['on']): AsyncIterator<T> {
  const waiting: T[] = []
  let wake: ((result: IteratorResult<T>) => void) | null = null
  let ended = false
  const stop = on(value => {
    if (wake !== null) {
      const give = wake
      wake = null
      give({ value, done: false })
    } else if (waiting.push(value) > maxWaiting) end()
  })
  function end(): void {
    ended = true
    stop()
  }
  return {
    next: () => {
      const value = waiting.shift()
      if (value !== undefined) return Promise.resolve({ value, done: false })
      if (ended) return Promise.resolve({ value: undefined, done: true })
      return new Promise(resolve => {
        wake = resolve
      })
    },
    return: () => {
      end()
      wake?.({ value: undefined, done: true })
      return Promise.resolve({ value: undefined, done: true })
    },
  }
}
