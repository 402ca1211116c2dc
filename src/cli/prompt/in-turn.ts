import type { Terminal } from './read-line.ts'

const last = new WeakMap<NodeJS.ReadStream, Promise<unknown>>()

/** Asks after all earlier questions at the same keyboard, so that none is overwritten by a newer one. */
export function inTurn<T>({ input }: Terminal, ask: () => Promise<T>): Promise<T> {
  const answer = (last.get(input) ?? Promise.resolve()).then(ask)
  last.set(
    input,
    answer.catch(() => null),
  )
  return answer
}
