import { realpathSync } from 'node:fs'
import { baseName, parentOf } from '../../core/path.ts'

/** The path without symbolic links; what does not exist stays as it is. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path === '/' ? '/' : `${realPathOf(parentOf(path)).replace(/\/$/, '')}/${baseName(path)}`
  }
}
