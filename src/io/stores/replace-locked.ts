import { fail, ok, type Result } from '../../core/fault.ts'
import type { Clock } from '../../gate/ports.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { checkJournal } from '../journal/journal-access.ts'
import { realDisk } from '../journal/journal-disk.ts'
import { openLock } from '../journal/lock.ts'
import { randomId } from '../random.ts'

interface StoreFile {
  readonly path: string
  readonly journal: string
  readonly clock: Clock
}

/** Replaces a file of the state. INVARIANT: one writer at a time, under the journal's lock, under which `newText` runs too. */
export async function replaceLocked(file: StoreFile, newText: () => Result<string>): Promise<Result<void>> {
  const { path, journal, clock } = file
  const trusted = checkJournal(realDisk, journal)
  if (!trusted.ok) return trusted
  const lock = openLock({ directory: journal, name: 'journal', clock, newId: randomId, disk: realDisk })
  try {
    const held = await lock.acquire()
    if (!held.ok) return held
    try {
      const text = newText()
      if (!text.ok) return text
      writeAtomic(path, text.value)
      return ok(undefined)
    } finally {
      held.value()
    }
  } catch (error) {
    return fail('config_error', `\`${path}\` cannot be written: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
