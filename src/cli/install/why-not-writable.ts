import type { Level } from '../../adapters/install/settings.ts'
import { mayWrite } from '../../io/files/may-write.ts'

/** Why this user cannot write a settings file; null if they can. */
export const whyNotWritable = (path: string, level: Level): string | null =>
  mayWrite(path)
    ? null
    : `you cannot write \`${path}\`${level === 'managed' ? '; run this with sudo' : '; check its permissions'}`
