import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { resolveLinks } from './resolve-links.ts'

/** Whether this user may replace or create a file. The nearest existing directory above it decides. */
export function mayWrite(path: string): boolean {
  try {
    let folder = dirname(resolveLinks(path))
    while (!existsSync(folder)) folder = dirname(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
