import { rmSync } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import { systemClock } from '../../io/clock.ts'
import { readPrivate } from '../../io/files/private-file.ts'
import { writeAtomic } from '../../io/files/write-atomic.ts'
import { realDisk } from '../../io/journal/journal-disk.ts'
import { openLock } from '../../io/journal/lock.ts'
import type { OwnPaths } from '../../io/paths.ts'
import { randomId } from '../../io/random.ts'

/** One server for each user. The lock of a server that crashed does not count. */
export interface ServerLock {
  /** Says where the server runs, for a second one that is started. */
  announce(url: string): void
  release(): void
}

export async function lockServer({ state, server }: OwnPaths): Promise<Result<ServerLock>> {
  realDisk.mkdir(state)
  const lock = openLock({ directory: state, name: 'server', clock: systemClock, newId: randomId, disk: realDisk })
  const held = await lock.acquire()
  if (!held.ok) {
    const where = readPrivate(server, maxBytes)?.trim()
    return fail(
      'config_error',
      where === undefined
        ? `another server starts or runs already (${held.faults[0].message})`
        : `a server runs already at ${where}; its terminal shows the link to sign in`,
    )
  }
  return ok({
    announce: url => writeAtomic(server, `${url}\n`),
    release: () => {
      rmSync(server, { force: true })
      held.value()
    },
  })
}

const maxBytes = 200
