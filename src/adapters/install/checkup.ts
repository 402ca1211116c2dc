import { readJsonSettings } from './json-settings.ts'
import type { Weakening } from './settings.ts'

/** What a client with the words of Claude Code sends to its hook about a shell command. */
export const canaryOf =
  (event: string, tool: string) =>
  (command: string, cwd: string): string =>
    JSON.stringify({
      session_id: canary,
      cwd,
      hook_event_name: event,
      permission_mode: 'default',
      tool_name: tool,
      tool_input: { command, description: canaryDescription },
      tool_use_id: canary,
    })

export const canary = 'sallyport-doctor'
export const canaryDescription = 'a question of sallyport doctor; nothing runs'

/** The word of an answer that says the decision. */
export const decisionAt =
  (...path: readonly string[]) =>
  (stdout: string): string | null => {
    const read = readJsonSettings(stdout)
    const decision = read.ok ? read.value.value([...path]) : undefined
    return typeof decision === 'string' ? decision : null
  }

/** What a key of JSON settings says about hooks and prompts, where its value makes the client less careful. */
export interface WeakKey extends Weakening {
  readonly path: readonly string[]
  readonly isWeak: (value: unknown) => boolean
}

export const weakKeys =
  (keys: readonly WeakKey[]) =>
  (text: string): readonly Weakening[] => {
    const read = readJsonSettings(text)
    if (!read.ok) return []
    return keys.filter(({ path, isWeak }) => isWeak(read.value.value([...path])))
  }

export const equals =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted
