import { join } from 'node:path'
import { fail, ok, type Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import type { Clock } from '../ports.ts'
import { createSmall, type Disk, errorCode, readSmall, removeQuietly } from './journal-disk.ts'
import { isGone, type Owner, ownerText, readOwner, thisOwner } from './lock-owner.ts'

/**
 * One holder at a time among processes. The lock is a file that can be created only once; it appears with its content,
 * because it is a second name of the holder's own file (`link` refuses a name that exists, as `O_EXCL` does).
 * The lock of a process that died is removed by whoever first claims that one dead holder.
 */
export interface Lock {
  /** INVARIANT: one at a time from each `Lock`; the caller queues. Waits at most `limits.lockWait` ms; the value lets go again. */
  acquire(): Promise<Result<() => void>>
  close(): void
}

export interface LockOptions {
  /** The lock is `<directory>/<name>.lock`. The directory must be this user's alone. */
  readonly directory: string
  readonly name: string
  readonly clock: Clock
  /** A fresh id that can be part of a file name. */
  readonly newId: () => string
  readonly disk: Disk
}

export function openLock({ directory, name, clock, newId, disk }: LockOptions): Lock {
  const path = join(directory, `${name}.lock`)
  const wanted = join(directory, `${name}.wanted`)
  /** Our own file, of which the lock is a second name. */
  let own = ''
  /** Of our own file, and so of the lock while we hold it. */
  let inode: number | null = null
  let patient = false

  function tryOnce(): boolean {
    if (inode === null) {
      // A name of its own for each try: a failed one may have left something behind.
      const owner = thisOwner(newId())
      own = ownFile(path, owner.token)
      createSmall(disk, own, Buffer.from(ownerText(owner)))
      inode = disk.look(own)?.ino ?? null
      removeLitter()
    }
    try {
      disk.link(own, path)
      return true
    } catch (error) {
      // It is ours if letting go failed the last time.
      if (errorCode(error) === 'EEXIST') return isOurs()
      // Somebody tidied up our own file: the next try writes it again.
      if (errorCode(error) === 'ENOENT') inode = null
      throw error
    }
  }

  const isOurs = (): boolean => inode !== null && disk.look(path)?.ino === inode

  /** What processes left that died between two acquisitions. */
  function removeLitter(): void {
    for (const file of disk.list(directory)) {
      const litter = join(directory, file)
      if (file.startsWith(`${name}.lock.claim-`)) clearGone({ disk, own, lock: path }, litter)
      if (!file.startsWith(`${name}.lock-`)) continue
      const other = ownerOf(disk, litter)
      if (other !== null && isGone(other)) removeQuietly(disk, litter)
    }
  }

  function release(): void {
    try {
      if (isOurs()) disk.unlink(path)
      // Whoever lets go is the fastest to take it again. If somebody waits, they go first.
      patient = disk.look(wanted) !== null
      if (patient) removeQuietly(disk, wanted)
    } catch {
      // The disk refuses. The lock stays ours, and the next `acquire` finds it so.
    }
  }

  async function acquire(): Promise<Result<() => void>> {
    let waited = 0
    try {
      if (patient) {
        await pause(clock, yieldMs)
        patient = false
      }
      while (!tryOnce()) {
        if (waited >= limits.lockWait) return fail('audit_unavailable', busy(path, disk))
        want()
        clearGone({ disk, own, lock: path }, path)
        await pause(clock, pollMs)
        waited += pollMs
      }
      return ok(release)
    } catch (error) {
      return fail('audit_unavailable', `the lock \`${path}\` cannot be taken: ${errorText(error)}`)
    }
  }

  function want(): void {
    try {
      disk.close(disk.open(wanted, 'create'))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }

  return {
    acquire,
    close() {
      if (inode !== null) removeQuietly(disk, own)
      inode = null
    },
  }
}

const pollMs = 2
const yieldMs = 4

interface Claimant {
  readonly disk: Disk
  readonly own: string
  readonly lock: string
}

/**
 * Removes `path` if its owner is gone. Only the holder of the claim on that one owner may do so, and it looks again under
 * the claim: two takers cannot remove each other's fresh lock. A claim whose holder died is itself cleared the same way.
 */
function clearGone(claimant: Claimant, path: string): void {
  const { disk, own, lock } = claimant
  const owner = ownerOf(disk, path)
  if (owner === null || !isGone(owner)) return
  const claim = `${lock}.claim-${owner.token}`
  try {
    disk.link(own, claim)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return clearGone(claimant, claim)
    throw error
  }
  if (ownerOf(disk, path)?.token === owner.token) {
    disk.unlink(path)
    removeQuietly(disk, ownFile(lock, owner.token))
  }
  disk.unlink(claim)
}

const ownFile = (lock: string, token: string): string => `${lock}-${token}`

function ownerOf(disk: Disk, path: string): Owner | null {
  const text = readSmall(disk, path, 4_096)
  return text === null ? null : readOwner(text)
}

function busy(path: string, disk: Disk): string {
  const owner = ownerOf(disk, path)
  const holder = owner === null ? 'nobody that can be named' : `process ${owner.pid} on ${owner.host}`
  return `the journal is locked by ${holder} for more than ${limits.lockWait} ms; if that process is gone, remove \`${path}\``
}

const pause = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => void clock.after(ms, resolve))

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
