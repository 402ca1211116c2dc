import { join } from 'node:path'
import type { HookProgram } from '../../adapters/install/hook-command.ts'
import { faultText } from '../../core/fault.ts'
import { writableByOthers } from '../../io/files/writable-by-others.ts'
import { isFresh, makeSnapshot } from '../../io/hook/hook-snapshot.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { shown } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'

const dist = (): string => join(packageRoot(), 'dist')

/** Keeps the hook loaded. Without that it works as well, and each call waits longer. */
export function keepSnapshot({ node, snapshot: path }: HookProgram): void {
  if (path === null || isFresh({ node, path })) return
  const made = makeSnapshot({ node, path, script: join(dist(), 'hook', 'snapshot.cjs') })
  if (!made.ok) shown(`The hook will start slowly, since it cannot be kept loaded: ${faultText(made.faults[0])}\n`)
}

/** Settings for the whole machine are as strong as the code that they name. */
export function warnOfOthers(): void {
  const open = writableByOthers([dist(), process.execPath])
  if (open !== null)
    shown(`WARNING: others than root can change ${visible(open)}, and so what this hook does for every user.
Install Sallyport and Node where only root can write.\n\n`)
}
