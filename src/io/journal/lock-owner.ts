import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { nodeHash } from '../node-hash.ts'

/**
 * Identifies the process that holds a lock, so that another process can check whether it is still alive. All fields except the
 * pid and the token are the first digits of a hash: file systems store a link of less than 60 bytes in its inode, and a longer
 * one in a separate block, which takes as long as flushing a record.
 */
export interface Owner {
  readonly pid: number
  /** When the process started, because a pid can be reused. */
  readonly start: string
  readonly boot: string
  /** The pid namespace: each container on a machine has its own. */
  readonly space: string
  readonly host: string
  /** Unique among all holders, including those in the same process. */
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

/** Null if the text does not name an owner. */
export function readOwner(text: string): Owner | null {
  const fields = /^(\d{1,10})\.(\w*)\.(\w*)\.(\w*)\.(\w+)\.(\w+)$/.exec(text)
  if (fields === null) return null
  const [, pid, start = '', boot = '', space = '', host = '', token = ''] = fields
  return { pid: Number(pid), start, boot, space, host, token }
}

/**
 * Whether the owner is certainly gone. An owner that cannot be checked (another machine, another container) counts as alive:
 * a lock that stays costs a denied call, but taking a lock from a live process can damage the journal.
 */
export function isGone(owner: Owner): boolean {
  if (owner.host !== host()) return false
  if (owner.boot !== bootId()) return true
  if (owner.space !== pidSpace()) return false
  const start = processStart(owner.pid)
  return start === null || start !== owner.start
}

/** When a process started; null if it does not exist. */
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
  // The process name is in parentheses and may itself contain parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, threads, start] = [fields[0], fields[17], fields[19]]
  // A dead main thread whose other threads still run may have a write in progress.
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

/** Empty on other systems, where the start time is a full date and distinguishes boots as well. */
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

/** Empty on other systems, or if it cannot be read. */
function onLinux(read: () => string): string {
  try {
    return process.platform === 'linux' ? shortened(read()) : ''
  } catch {
    return ''
  }
}
