import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import type { Entry } from '../../fence/ground.ts'

/** How far a listing goes, and what it leaves out. */
export interface EntryListing {
  readonly depth: number
  /** Names of directories to skip: generated or installed files. */
  readonly skips: ReadonlySet<string>
  /** Whether to list this directory's own entries. */
  readonly enters?: (path: string, depth: number) => boolean
  readonly most: number
  /** Whether to list links that lead nowhere, as files. */
  readonly lost?: boolean
}

/** The entries below a directory, breadth first, so that a large tree cannot crowd out the names at its top. */
export function listEntries(
  root: string,
  { depth, skips, enters = () => true, most, lost = false }: EntryListing,
): readonly Entry[] {
  const found: Entry[] = []
  let level = [root]
  for (let reached = 1; reached <= depth && level.length > 0; reached += 1) {
    const next: string[] = []
    for (const directory of level) {
      for (const item of namesIn(directory)) {
        if (found.length >= most) return found
        const named = `${directory}/${item.name}`
        const entry = entryAt(named, item) ?? (lost ? { path: linkTarget(named), named, kind: 'file' as const } : null)
        if (entry === null) continue
        found.push(entry)
        if (item.isDirectory() && !skips.has(item.name) && enters(named, reached)) next.push(named)
      }
    }
    level = next
  }
  return found
}

function namesIn(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // A directory that this user cannot list is closed to the command as well.
    return []
  }
}

/** One entry as it is found on disk; null if a link leads nowhere. */
export function entryAt(named: string, item?: Dirent): Entry | null {
  if (item !== undefined && !item.isSymbolicLink())
    return { path: named, named, kind: item.isDirectory() ? 'directory' : item.isSocket() ? 'socket' : 'file' }
  // An exception takes longer than a look, and most names do not exist.
  if (item === undefined && lstatSync(named, { throwIfNoEntry: false }) === undefined) return null
  try {
    const path = realpathSync.native(named)
    const stat = statSync(path)
    return { path, named, kind: stat.isDirectory() ? 'directory' : stat.isSocket() ? 'socket' : 'file' }
  } catch {
    return null
  }
}

/** Where a name leads: its real path, or the text of a link that leads nowhere. */
export function linkTarget(named: string): string {
  try {
    return realpathSync.native(named)
  } catch {
    // A link to a file that does not exist yet.
  }
  try {
    return `-> ${readlinkSync(named)}`
  } catch {
    return named
  }
}
