import { claudeCodeSettings } from './claude-code.ts'
import { codexSettings } from './codex.ts'
import { copilotSettings } from './copilot.ts'
import { cursorSettings } from './cursor.ts'
import { geminiSettings } from './gemini.ts'
import { opencodeSettings } from './opencode.ts'
import { piSettings } from './pi.ts'
import type { ClientSettings } from './settings.ts'

/** The clients that `sallyport install` supports, by name. */
export const clientSettings: Readonly<Record<string, ClientSettings>> = {
  'claude-code': claudeCodeSettings,
  codex: codexSettings,
  gemini: geminiSettings,
  copilot: copilotSettings,
  cursor: cursorSettings,
  opencode: opencodeSettings,
  pi: piSettings,
}
