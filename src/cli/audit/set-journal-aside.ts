import { ownPaths } from '../../io/paths.ts'

/** The command that moves a broken journal away, so that the next call starts a new one; null for a journal that is not in use. */
export function setJournalAsideCommand(directory: string, now: Date): string | null {
  if (directory !== ownPaths().journal) return null
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return `mv ${quoted(directory)} ${quoted(`${directory}.broken-${date}`)}`
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
