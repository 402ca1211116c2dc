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
    if (memory !== null && usesMore(pids, memory)) stop('memory')
  }, watchMs)
  return () => clearInterval(timer)
}

const watchMs = 50

/** Whether processes occupy more memory together. The exact figure takes long to read, so a quick one rules most cases out. */
function usesMore(pids: readonly number[], memory: number): boolean {
  if (sum(pids.map(residentBytes)) <= memory) return false
  return sum(pids.map(ownBytes)) > memory
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)

/** Memory of a process with all that it shares with others: programs and libraries too. */
function residentBytes(pid: number): number {
  const [, resident = '0'] = textOf(`/proc/${pid}/statm`).split(' ')
  return Number(resident) * pageBytes
}

/** Memory of a process without its programs and libraries; of memory that it shares, its part. */
function ownBytes(pid: number): number {
  const parts = [...textOf(`/proc/${pid}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)]
  return parts.length > 0 ? sum(parts.map(([, kilobytes]) => Number(kilobytes) * 1_024)) : residentBytes(pid)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const pageBytes = 4_096
