import { dirname } from 'node:path'
import { createSmall, type Disk, readSmall, syncDirectory } from './journal-disk.ts'

/** The name of the journal, stored outside its directory; null if there is none. A damaged one names no journal, which breaks the journal. */
export function readAnchor(disk: Disk, path: string | null): string | null {
  return path === null ? null : (readSmall(disk, path, anchorBytes)?.trimEnd() ?? null)
}

/** Stores the name durably. A crash leaves the old anchor or the new one. */
export function writeAnchor(disk: Disk, path: string, journal: string, token: string): void {
  const fresh = `${path}.${token}.new`
  createSmall(disk, fresh, Buffer.from(`${journal}\n`))
  disk.rename(fresh, path)
  syncDirectory(disk, dirname(path))
}

const anchorBytes = 256
