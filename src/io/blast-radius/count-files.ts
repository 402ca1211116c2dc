import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundFiles {
  /** Absolute paths of all files below the given ones, without git's own directories. */
  readonly paths: readonly string[]
  readonly bytes: number
  /** Whether the time was up, or there are too many, before everything was counted. */
  readonly isCut: boolean
}

const mostFiles = 50_000

/** Finds the files below some paths. Links are counted and not followed. */
export async function findFiles(roots: readonly string[], signal: AbortSignal): Promise<FoundFiles> {
  const paths: string[] = []
  let bytes = 0
  let isCut = false
  const open = [...roots]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (signal.aborted || paths.length >= mostFiles) {
      isCut = true
      break
    }
    const facts = await lstat(path).catch(() => null)
    if (facts === null) continue
    if (facts.isDirectory()) {
      const names = await readdir(path).catch(() => [])
      for (const name of names) if (name !== '.git') open.push(join(path, name))
      continue
    }
    paths.push(path)
    bytes += facts.size
  }
  return { paths, bytes, isCut }
}
