import type { Level } from '../../adapters/install/settings.ts'
import { mayWrite } from '../../io/files/may-write.ts'

/** Why a settings file cannot be written by whoever runs this; null if it can. */
export const whyNotWritable = (path: string, level: Level): string | null =>
  mayWrite(path) ? null : `\`${path}\` is not yours to write${level === 'managed' ? '; run this with sudo' : ''}`
