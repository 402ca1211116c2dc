import { nullable } from 'valibot'
import type { JsonReading } from './json-reading.ts'
import { each, flag, hookOf, listOf, objectOf, onlyKeys, text, wholeFrom } from './setting-types.ts'

const any = objectOf({})
const optionalText = nullable(text)
const hook = hookOf({
  command: objectOf(
    { timeout: nullable(wholeFrom(0)), async: flag, statusMessage: optionalText, commandWindows: optionalText },
    { command: text },
  ),
  prompt: any,
  agent: any,
  mcp_tool: any,
})

/** Codex takes no key that it does not know at the top of the file, but any key in `hooks`. Measured with Codex 0.166.0. */
export const codexReading: JsonReading = {
  uniqueKeys: true,
  schema: onlyKeys({
    description: optionalText,
    hooks: objectOf(
      each(
        `PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SessionStart SessionEnd UserPromptSubmit
        SubagentStart SubagentStop Stop Interrupt`,
        listOf(objectOf({ matcher: optionalText, hooks: listOf(hook) })),
      ),
    ),
  }),
}
