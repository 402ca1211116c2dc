import { readJsonSettings } from './json-settings.ts'
import type { Weakening } from './settings.ts'

/** A harmless request about a shell command, for clients that use Claude Code's field names. */
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
export const canaryDescription = 'a test by sallyport doctor; nothing runs'

/** Reads the decision from an answer, at a path in its JSON. */
export const decisionAt =
  (...path: readonly string[]) =>
  (stdout: string): string | null => {
    const read = readJsonSettings(stdout)
    const decision = read.ok ? read.value.value([...path]) : undefined
    return typeof decision === 'string' ? decision : null
  }

/** For hooks that leave an allowed call to the client: an empty answer is an allow. */
export const allowIfSilent =
  (decision: (stdout: string) => string | null) =>
  (stdout: string): string | null =>
    stdout === '' ? 'allow' : decision(stdout)

/** A key in JSON settings that weakens the client's hooks or prompts when it has a certain value. */
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
