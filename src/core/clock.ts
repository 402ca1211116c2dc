/** Time, as a port: tests bring a clock of their own. */
export interface Clock {
  now(): Date
  /** Calls `then` after `ms`; the result cancels it. */
  after(ms: number, then: () => void): () => void
}

/** As `toISOString()` has it, which looks up the time zone of the machine first and so costs a cold process a quarter of a millisecond. */
export function timestamp(date: Date): string {
  const year = date.getUTCFullYear()
  if (!(year >= 1000 && year <= 9999)) return date.toISOString()
  const day = `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
  return `${day}T${time}.${String(1000 + date.getUTCMilliseconds()).slice(1)}Z`
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`)
