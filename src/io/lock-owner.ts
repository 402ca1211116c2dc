import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { canonicalJson, isObject } from '../core/json.ts'

/** Who holds a lock, told so that another process can find out whether they still live. */
export interface Owner {
  readonly pid: number
  /** When that process started: a number that is used again is another process. */
  readonly start: string
  readonly boot: string
  /** The space in which the number counts: containers on one machine each have their own. */
  readonly space: string
  readonly host: string
  /** Unlike any other holder's, in the same process too. */
  readonly token: string
}

export const thisOwner = (token: string): Owner => ({
  pid: process.pid,
  start: processStart(process.pid) ?? '',
  boot: bootId(),
  space: pidSpace(),
  host: hostname(),
  token,
})

export const ownerText = (owner: Owner): string => canonicalJson({ ...owner })

/** Null if the text names nobody. */
export function readOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const { pid, start, boot, space, host, token } = value
    if (typeof pid !== 'number' || typeof start !== 'string' || typeof boot !== 'string') return null
    if (typeof space !== 'string' || typeof host !== 'string' || typeof token !== 'string') return null
    return /^[\w-]{1,100}$/.test(token) ? { pid, start, boot, space, host, token } : null
  } catch {
    return null
  }
}

/**
 * Whether the owner is certainly gone. What cannot be told (another machine, another container) counts as alive: a lock
 * that stays costs a denial, a lock that is taken from the living costs the journal.
 */
export function isGone(owner: Owner): boolean {
  if (owner.host !== hostname()) return false
  if (owner.boot !== bootId()) return true
  if (owner.space !== pidSpace()) return false
  const start = processStart(owner.pid)
  return start === null || start !== owner.start
}

/** When a process started, in whatever unit the system has; null if there is no such process. */
function processStart(pid: number): string | null {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
}

function linuxStart(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name stands in parentheses and may hold anything, parentheses too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, threads, start] = [fields[0], fields[17], fields[19]]
  // A dead leader whose threads still run may have a write under way.
  const dead = (state === 'Z' || state === 'X') && Number(threads) <= 1
  return dead ? null : (start ?? null)
}

function psStart(pid: number): string | null {
  try {
    return (
      execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        env: { LC_ALL: 'C' },
      }).trim() || null
    )
  } catch {
    return null
  }
}

/** Where there is none, the start time is a date and serves as well. */
const bootId = once(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
const pidSpace = once(() => readlinkSync('/proc/self/ns/pid'))

function once(read: () => string): () => string {
  let known: string | null = null
  return () => {
    known ??= process.platform === 'linux' ? readOr('', read) : ''
    return known
  }
}

function readOr(fallback: string, read: () => string): string {
  try {
    return read()
  } catch {
    return fallback
  }
}
