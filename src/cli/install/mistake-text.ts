import type { Mistake } from '../../adapters/install/json-reading.ts'
import type { SettingsTarget } from './settings-target.ts'

/** `/home/me/.claude/settings.json:3:1: … `, and what the client does about it. */
export const mistakeText = ({ path, settings }: SettingsTarget, { line, column, message }: Mistake): string =>
  `${path}:${line}:${column}: ${message}, so ${settings.title} ${
    settings.stopsOnMistake ? 'does not start' : 'ignores the whole file, hooks included'
  }`
