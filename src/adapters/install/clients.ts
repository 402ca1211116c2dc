import { claudeCodeSettings } from './claude-code.ts'
import type { ClientSettings } from './settings.ts'

/** The clients that `sallyport install` knows. */
export const clientSettings: Readonly<Record<string, ClientSettings>> = {
  'claude-code': claudeCodeSettings,
}
