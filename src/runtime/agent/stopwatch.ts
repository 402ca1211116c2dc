import type { Clock } from '../../core/clock.ts'

/** Measures how long an agent works. It stands still while a person is asked. */
export interface Stopwatch {
  /** Milliseconds so far, without the pauses. */
  elapsed(): number
  /** Stops it, and those of the agents that wait for this one. The returned function lets them go on. */
  pause(): () => void
  /** Calls `then` once, when `elapsed` reaches this time. */
  at(ms: number, then: () => void): () => void
}

export function newStopwatch(clock: Clock, parent: Stopwatch | null = null): Stopwatch {
  const alarms = new Set<Alarm>()
  let before = 0
  let since = clock.now().getTime()
  let pauses = 0

  const elapsed = (): number => before + (pauses > 0 ? 0 : clock.now().getTime() - since)

  function set(alarm: Alarm): void {
    const ring = () => {
      if (alarms.delete(alarm)) alarm.then()
    }
    alarm.cancel = clock.after(Math.max(0, alarm.ms - elapsed()), ring)
  }

  function stop(): void {
    before = elapsed()
    pauses += 1
    for (const alarm of alarms) alarm.cancel()
  }

  function goOn(): void {
    pauses -= 1
    if (pauses > 0) return
    since = clock.now().getTime()
    for (const alarm of alarms) set(alarm)
  }

  return {
    elapsed,
    pause: () => {
      stop()
      const others = parent?.pause()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        goOn()
        others?.()
      }
    },
    at: (ms, then) => {
      const alarm: Alarm = { ms, then, cancel: () => {} }
      alarms.add(alarm)
      if (pauses === 0) set(alarm)
      return () => {
        alarms.delete(alarm)
        alarm.cancel()
      }
    },
  }
}

interface Alarm {
  readonly ms: number
  readonly then: () => void
  cancel: () => void
}
