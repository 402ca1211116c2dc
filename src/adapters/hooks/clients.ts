import { claudeCode } from './claude-code.ts'
import type { HookClient } from './client.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'

/** The clients that `sallyport hook` supports, by name. */
export const hookClients: Readonly<Record<string, HookClient>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  copilot,
  cursor,
  opencode,
  pi,
}
