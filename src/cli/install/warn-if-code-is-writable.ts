import { join } from 'node:path'
import { writableByOthers } from '../../io/files/writable-by-others.ts'
import { packageRoot } from '../../io/policies/presets.ts'
import { print } from '../terminal/outcome.ts'
import { visible } from '../terminal/visible.ts'

/** Settings for the whole machine are as strong as the code that they name. */
export function warnIfCodeIsWritable(): void {
  const open = writableByOthers([join(packageRoot(), 'dist'), process.execPath])
  if (open !== null)
    print(`WARNING: others than root can change ${visible(open)}, and so what this hook does for every user.
Install Sallyport and Node where only root can write.\n\n`)
}
