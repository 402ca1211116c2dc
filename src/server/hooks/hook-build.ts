import { statSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../io/policies/presets.ts'

/** Identifies the code of an installation's hook, as `buildOf` in `launch.cjs` does; null if it is not built. */
export function hookBuild(dist = join(packageRoot(), 'dist')): string | null {
  const found = statSync(join(dist, 'hook', 'bundle.cjs'), { throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.size} ${found.ctimeMs}`
}
