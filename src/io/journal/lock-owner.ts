import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { nodeHash } from '../node-hash.ts'

/**
 * Who holds a lock, told so that another process can find out whether they still live. All but the number and the token are
 * the first digits of a hash: file systems keep a link of less than 60 bytes beside its name, and a longer one in a block of its own,
 * which takes as long as flushing a record.
 */
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
  host: host(),
  token: token.replaceAll('-', '').slice(0, tokenChars),
})

const tokenChars = 13
const digits = 8
const shortened = (text: string): string => nodeHash(text).slice(0, digits)

export const ownerText = ({ pid, start, boot, space, host, token }: Owner): string =>
  [pid, start, boot, space, host, token].join('.')

/** Null if the text names nobody. */
export function readOwner(text: string): Owner | null {
  const fields = /^(\d{1,10})\.(\w*)\.(\w*)\.(\w*)\.(\w+)\.(\w+)$/.exec(text)
  if (fields === null) return null
  const [, pid, start = '', boot = '', space = '', host = '', token = ''] = fields
  return { pid: Number(pid), start, boot, space, host, token }
}

/**
 * Whether the owner is certainly gone. What cannot be told (another machine, another container) counts as alive: a lock
 * that stays costs a denial, a lock that is taken from the living costs the journal.
 */
export function isGone(owner: Owner): boolean {
  if (owner.host !== host()) return false
  if (owner.boot !== bootId()) return true
  if (owner.space !== pidSpace()) return false
  const start = processStart(owner.pid)
  return start === null || start !== owner.start
}

/** When a process started; null if there is no such process. */
function processStart(pid: number): string | null {
  const start = process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  return start === null ? null : shortened(start)
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
const bootId = once(() => onLinux(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()))
const pidSpace = once(() => onLinux(() => readlinkSync('/proc/self/ns/pid')))
const host = once(() => shortened(hostname()))

function once(read: () => string): () => string {
  let known: string | null = null
  return () => {
    known ??= read()
    return known
  }
}

/** Empty where there is no such thing. */
function onLinux(read: () => string): string {
  try {
    return process.platform === 'linux' ? shortened(read()) : ''
  } catch {
    return ''
  }
}
