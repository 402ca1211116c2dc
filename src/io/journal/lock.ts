import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Clock } from '../../gate/ports.ts'
import { type Disk, errorCode, removeQuietly } from './journal-disk.ts'
import { isGone, type Owner, ownerText, readOwner, thisOwner } from './lock-owner.ts'

/**
 * A lock between processes, with one holder at a time. It is a symbolic link whose target text names the holder: a link is
 * created atomically with its text, only if the name is free, and without a flush. The target does not exist as a file.
 * The lock of a dead process is removed by the first process that claims that dead holder.
 */
export interface Lock {
  /** INVARIANT: one acquire at a time per `Lock`; the caller queues. Waits at most `limits.lockWait` ms. The value releases the lock. */
  acquire(): Promise<Result<() => void>>
}

export interface LockOptions {
  /** The lock is `<directory>/<name>.lock`. Only this user may have access to the directory. */
  readonly directory: string
  readonly name: string
  readonly clock: Clock
  /** Returns a fresh id that can be part of a file name. */
  readonly newId: () => string
  readonly disk: Disk
}

export function openLock({ directory, name, clock, newId, disk }: LockOptions): Lock {
  const path = `${directory}/${name}.lock`
  const wanted = `${directory}/${name}.wanted`
  const us = thisOwner(newId())
  let patient = false

  function tryOnce(): boolean {
    try {
      disk.symlink(ownerText(us), path)
      return true
    } catch (error) {
      // It is ours if the last release failed.
      if (errorCode(error) === 'EEXIST') return isOurs()
      throw error
    }
  }

  const isOurs = (): boolean => ownerOf(disk, path)?.token === us.token

  function release(): void {
    try {
      if (isOurs()) disk.unlink(path)
      // The process that releases the lock is the fastest to take it again, so it lets a waiting process go first.
      patient = disk.look(wanted) !== null
      if (patient) removeQuietly(disk, wanted)
    } catch {
      // The release failed: the lock stays ours, and the next `acquire` takes it.
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
        clearGone({ disk, us, lock: path }, path)
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

  return { acquire }
}

const pollMs = 2
const yieldMs = 4

interface Claimant {
  readonly disk: Disk
  readonly us: Owner
  readonly lock: string
}

/**
 * Removes `path` if its owner is gone. Only the holder of a claim on that owner may do so, and it checks again under the
 * claim, so that two processes cannot remove each other's new lock. A claim whose holder died is cleared in the same way.
 */
function clearGone(claimant: Claimant, path: string): void {
  const { disk, us, lock } = claimant
  const owner = ownerOf(disk, path)
  if (owner === null || !isGone(owner)) return
  const claim = `${lock}.claim-${owner.token}`
  try {
    disk.symlink(ownerText(us), claim)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return clearGone(claimant, claim)
    throw error
  }
  if (ownerOf(disk, path)?.token === owner.token) disk.unlink(path)
  disk.unlink(claim)
}

function ownerOf(disk: Disk, path: string): Owner | null {
  const text = disk.readlink(path)
  return text === null ? null : readOwner(text)
}

function busy(path: string, disk: Disk): string {
  const owner = ownerOf(disk, path)
  const holder = owner === null ? 'an unknown process' : `process ${owner.pid}`
  return `the journal has been locked by ${holder} for more than ${limits.lockWait} ms (\`${path}\`)`
}

const pause = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => void clock.after(ms, resolve))

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
