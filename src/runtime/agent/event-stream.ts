/** Sends values to any number of readers, each in its own time, until it is closed. */
export interface EventStream<T> extends AsyncIterable<T> {
  send(value: T): void
  close(): void
}

/** A reader gets the values from the moment it starts to iterate. */
export function eventStream<T>(): EventStream<T> {
  const readers = new Set<Reader<T>>()
  let isClosed = false
  return {
    send: value => {
      for (const reader of readers) reader.take(value)
    },
    close: () => {
      isClosed = true
      for (const reader of readers) reader.end()
    },
    [Symbol.asyncIterator]: () => {
      const reader = newReader<T>(() => readers.delete(reader))
      if (isClosed) reader.end()
      else readers.add(reader)
      return reader.iterator
    },
  }
}

interface Reader<T> {
  readonly iterator: AsyncIterator<T>
  take(value: T): void
  end(): void
}

function newReader<T>(leave: () => void): Reader<T> {
  const waiting: T[] = []
  const wanted: ((result: IteratorResult<T>) => void)[] = []
  const done: IteratorResult<T> = { value: undefined, done: true }
  let isOver = false
  function end(): void {
    isOver = true
    for (const give of wanted.splice(0)) give(done)
  }
  return {
    end,
    take: value => {
      const give = wanted.shift()
      if (give === undefined) waiting.push(value)
      else give({ value, done: false })
    },
    iterator: {
      next: () => {
        const [value] = waiting.splice(0, 1)
        if (value !== undefined) return Promise.resolve({ value, done: false })
        return isOver ? Promise.resolve(done) : new Promise(resolve => wanted.push(resolve))
      },
      return: () => {
        waiting.length = 0
        end()
        leave()
        return Promise.resolve(done)
      },
    },
  }
}
