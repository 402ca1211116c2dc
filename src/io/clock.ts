import type { Clock } from '../core/clock.ts'

export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
