import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The console's files by their path in a URL, read once. Only a path in this table is ever served, so no path can lead elsewhere. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

export interface StaticFile {
  readonly bytes: Buffer
  readonly type: string
  /** Its name has a hash of its content, so it never changes. */
  readonly isImmutable: boolean
}

export function readStaticFiles(directory: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const name of listed(directory)) {
    const path = join(directory, name)
    const type = types.get(extname(name))
    if (type === undefined || !statSync(path).isFile()) continue
    files.set(`/${name}`, { bytes: readFileSync(path), type, isImmutable: name.startsWith('assets/') })
  }
  return files
}

function listed(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
  ['.webmanifest', 'application/manifest+json'],
  ['.txt', 'text/plain; charset=utf-8'],
])
