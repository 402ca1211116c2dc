import { accessSync, constants, realpathSync } from 'node:fs'
import { isWithin } from '../../core/path.ts'

/** Directories that only an administrator can write to. The PATH is not used: the agent may have put a program there. */
export const programDirectories: readonly string[] = [
  '/usr/bin',
  '/bin',
  '/usr/local/bin',
  '/usr/sbin',
  '/run/current-system/sw/bin',
]

/** The absolute path of a program of the system; null if it is missing. INVARIANT: never a program inside the workspace. */
export function findSystemProgram(
  name: string,
  workspace: readonly string[] = [],
  directories: readonly string[] = programDirectories,
): string | null {
  for (const directory of directories) {
    const path = `${directory}/${name}`
    try {
      accessSync(path, constants.X_OK)
      const real = realpathSync(path)
      if (!workspace.some(root => isWithin(real, root) || isWithin(path, root))) return path
    } catch {
      // Not in this directory.
    }
  }
  return null
}
