import { spawnSync } from 'node:child_process'
import { lstatSync, rmSync } from 'node:fs'
import { findSystemProgram } from '../fence/find-programs.ts'

/** Removes a directory with everything in it, also directories without permissions: overlays and Go leave some. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // `chmod -R` does not follow links. A path below an open directory of this process means another one there.
    const chmod = findSystemProgram('chmod')
    const seen = path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`)
    if (chmod !== null) spawnSync(chmod, ['-R', 'u+rwX', '--', seen], { stdio: 'ignore' })
    rmSync(path, { recursive: true, force: true })
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new Error(`\`${path}\` could not be removed`)
}
