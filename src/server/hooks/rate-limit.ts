import type { Clock } from '../../gate/ports.ts'

/** Says whether one more may pass in this second. */
export function rateLimit(mostInSecond: number, clock: Pick<Clock, 'now'>): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(clock.now().getTime() / 1_000)
    if (now !== second) {
      second = now
      count = 0
    }
    count += 1
    return count <= mostInSecond
  }
}
