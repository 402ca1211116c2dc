import type { Stats } from 'node:fs'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { Disk } from './journal-disk.ts'
import { headPath } from './journal-head.ts'
import { segmentPath, segmentsAmong } from './segments.ts'

/** Refuses a journal that other users can access; returns the names of the files in its directory. */
export const checkJournal = (disk: Disk, directory: string): Result<readonly string[]> =>
  usable(directory, () => {
    const prepared = prepareDirectory(disk, directory)
    if (!prepared.ok) return prepared
    const names = disk.list(directory)
    const paths = segmentsAmong(names).map(segment => segmentPath(directory, segment))
    for (const path of [...paths, headPath(directory)]) {
      const stats = disk.look(path)
      const access = stats === null ? ok(null) : checkFile(path, stats)
      if (!access.ok) return access
    }
    return ok(names)
  })

/** Creates the journal's directory if it is missing, and refuses one that other users could read or write. */
export const prepareDirectory = (disk: Disk, directory: string): Result<null> =>
  usable(directory, () => {
    const stats = disk.look(directory) ?? made(disk, directory)
    if (stats === null || !stats.isDirectory()) return fail('audit_unavailable', `\`${directory}\` is not a directory`)
    return checkOwned(directory, stats)
  })

function usable<T>(directory: string, look: () => Result<T>): Result<T> {
  try {
    return look()
  } catch (error) {
    return fail(
      'audit_unavailable',
      `\`${directory}\` cannot be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}

function made(disk: Disk, directory: string): Stats | null {
  disk.mkdir(directory)
  return disk.look(directory)
}

/** Refuses a file that is not a plain file, belongs to another user, or is open to other users. */
export function checkFile(path: string, stats: Stats): Result<null> {
  if (!stats.isFile()) return fail('audit_unavailable', `\`${path}\` is not a plain file`)
  return checkOwned(path, stats)
}

function checkOwned(path: string, stats: Stats): Result<null> {
  const user = process.getuid?.()
  if (user !== undefined && stats.uid !== user)
    return fail('audit_unavailable', `\`${path}\` belongs to user ${stats.uid}, not to user ${user}`)
  if ((stats.mode & 0o077) !== 0) return fail('audit_unavailable', `\`${path}\` is open to other users`)
  return ok(null)
}
