import { readFileSync } from 'node:fs'
import type { FenceLimits } from '../../fence/profile.ts'
import { guardNames, type QuarantinedName } from './quarantine.ts'
import { type FencedEnd, type FencedProcess, type FencedStart, startFenced } from './start-fenced.ts'

/** The limit that ended a run. */
export type StoppedBy = keyof FenceLimits

/** A fenced command with its limits in force. */
export interface LimitedProcess extends FencedProcess {
  /** How it ended, and the limit that ended it, if one did. Never rejects. */
  readonly result: Promise<LimitedEnd>
}

export interface LimitedEnd {
  readonly end: FencedEnd
  readonly stoppedBy: StoppedBy | null
  /** Protected names that the command created, and where they are now. */
  readonly quarantined: readonly QuarantinedName[]
}

/**
 * Starts a fenced command and ends it when it reaches a limit. Limits of a single process are set by the plan itself; this
 * watches the ones that count for all processes together.
 */
export function runFenced(start: FencedStart): LimitedProcess {
  const guard = guardNames(start.plan.guarded, start.env)
  const fenced = startFenced(start)
  let stoppedBy: StoppedBy | null = null
  const stop = (by: StoppedBy) => {
    stoppedBy ??= by
    fenced.kill()
  }
  const { limits } = start.plan
  const timer = limits.seconds === null ? null : setTimeout(() => stop('seconds'), limits.seconds * 1_000)
  const watch = watchTree(fenced, limits, stop)
  const result = fenced.end.then(end => {
    if (timer !== null) clearTimeout(timer)
    watch()
    return { end, stoppedBy, quarantined: guard.finish() }
  })
  return { ...fenced, result }
}

/** Looks at the whole tree often enough that a fork bomb stays small. Returns a function that stops looking. */
function watchTree(fenced: FencedProcess, limits: FenceLimits, stop: (by: StoppedBy) => void): () => void {
  const { memory, processes } = limits
  if (memory === null && processes === null) return () => {}
  const timer = setInterval(() => {
    const pids = fenced.processes()
    if (processes !== null && pids.length > processes) return stop('processes')
    if (memory !== null && pids.reduce((sum, pid) => sum + residentBytes(pid), 0) > memory) stop('memory')
  }, watchMs)
  return () => clearInterval(timer)
}

const watchMs = 50

/** The memory that a process occupies, without pages that it shares with others. */
function residentBytes(pid: number): number {
  try {
    const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Math.max(Number(resident) - Number(shared), 0) * pageBytes
  } catch {
    return 0
  }
}

const pageBytes = 4_096
