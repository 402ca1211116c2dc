import { join } from 'node:path'
import type { HookProgram } from '../../adapters/install/hook-command.ts'
import { faultText } from '../../core/fault.ts'
import { isFresh, makeSnapshot } from '../../io/hook/hook-snapshot.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { print } from '../terminal/outcome.ts'

/** Makes the snapshot that the hook starts from. Without it the hook works too, but each call waits longer. */
export function refreshSnapshot({ node, snapshot: path }: HookProgram): void {
  if (path === null || isFresh({ node, path })) return
  const made = makeSnapshot({ node, path, script: join(packageRoot(), 'dist', 'hook', 'snapshot.cjs') })
  if (!made.ok)
    print(`The hook works but will start slowly, because its snapshot cannot be made: ${faultText(made.faults[0])}\n`)
}
