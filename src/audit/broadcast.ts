/** Sends each value to everyone who listens. A listener that throws harms nobody else. */
export interface Broadcast<T> extends AsyncIterable<T> {
  /** `when` tells whether the listener wants to hear anything now. */
  on(listener: (value: T) => void, when?: () => boolean): () => void
  /** `make` is called if anyone wants to hear it at all. */
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
          // A broken listener is its owner's problem: the journal already has the value.
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

/** Values wait for a slow reader up to a limit, beyond which the reader is ended rather than the memory. */
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
