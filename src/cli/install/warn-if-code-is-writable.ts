import { join } from 'node:path'
import { visible } from '../../core/wording/visible.ts'
import { writableByOthers } from '../../io/files/writable-by-others.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { print } from '../terminal/outcome.ts'

/** A hook for the whole machine is only as safe as the code that it runs. */
export function warnIfCodeIsWritable(): void {
  const open = writableByOthers([join(packageRoot(), 'dist'), process.execPath])
  if (open !== null)
    print(`WARNING: users other than root can modify ${visible(open)} and so change this hook for everyone.
Install Sallyport and Node where only root can write.\n\n`)
}
