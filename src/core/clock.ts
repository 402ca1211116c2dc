/** Time, as a port: tests bring a clock of their own. */
export interface Clock {
  now(): Date
  /** Calls `then` after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void
}
