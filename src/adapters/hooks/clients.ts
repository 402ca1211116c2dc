import { claudeCode } from './claude-code.ts'
import type { HookClient } from './client.ts'

/** The clients that `sallyport hook` speaks with. */
export const hookClients: Readonly<Record<string, HookClient>> = {
  'claude-code': claudeCode,
}
