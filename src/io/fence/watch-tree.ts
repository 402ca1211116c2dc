import { readdirSync, readFileSync } from 'node:fs'
import type { GroupLimit } from '../../fence/ground.ts'
import type { FenceLimits } from '../../fence/profile.ts'
import type { ControlGroup } from './control-group.ts'
import type { FencedProcess } from './start-fenced.ts'

export interface Watching {
  readonly fenced: Pick<FencedProcess, 'processes'>
  readonly limits: FenceLimits
  /** The limits that the group enforces. */
  readonly grouped: readonly GroupLimit[]
  readonly group: ControlGroup
  stop(by: 'memory' | 'processes'): void
}

/**
 * Looks at the whole tree often enough that a fork bomb stays small. Returns a function that stops looking and returns the
 * limits that the tree came close to.
 */
export function watchTree({ fenced, limits, grouped, group, stop }: Watching): () => readonly (keyof FenceLimits)[] {
  const memory = grouped.includes('memory') ? null : limits.memory
  const processes = grouped.includes('processes') ? null : limits.processes
  const near = new Set<keyof FenceLimits>()
  const look = () => {
    // The kernel ends one process of a group that has no memory left. The others cannot go on without it.
    if (grouped.includes('memory') && group.reached() === 'memory') return stop('memory')
    if (memory === null && processes === null) return
    const pids = fenced.processes()
    if (processes !== null) {
      if (pids.length > processes) return stop('processes')
      if (sum(pids.map(threadsOf)) >= processes - 3) near.add('processes')
    }
    if (memory === null) return
    const resident = sum(pids.map(residentBytes))
    if (resident > memory / 2) near.add('memory')
    if (resident > memory && sum(pids.map(ownBytes)) > memory) stop('memory')
  }
  if (memory === null && processes === null && !grouped.includes('memory')) return () => []
  const timer = setInterval(look, watchMs)
  return () => {
    clearInterval(timer)
    return [...near]
  }
}

const watchMs = 50

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)

/** Memory of a process with all that it shares with others: programs and libraries too. It is quick to read. */
function residentBytes(pid: number): number {
  const [, resident = '0'] = textOf(`/proc/${pid}/statm`).split(' ')
  return Number(resident) * pageBytes
}

/** Memory of a process without its programs and libraries; of memory that it shares, its part. */
function ownBytes(pid: number): number {
  const parts = [...textOf(`/proc/${pid}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)]
  return parts.length > 0 ? sum(parts.map(([, kilobytes]) => Number(kilobytes) * 1_024)) : residentBytes(pid)
}

/** The kernel counts threads as processes. */
function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length
  } catch {
    return 0
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const pageBytes = 4_096
