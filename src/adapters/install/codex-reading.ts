import { nullable } from 'valibot'
import type { JsonReading } from './json-reading.ts'
import {
  closedObject,
  eachKey,
  flagValue,
  hookValue,
  objectValue,
  stringValue,
  valuesOf,
  wholeNumberFrom,
} from './setting-types.ts'

const any = objectValue({})
const optionalText = nullable(stringValue)
const hook = hookValue({
  command: objectValue(
    {
      timeout: nullable(wholeNumberFrom(0)),
      async: flagValue,
      statusMessage: optionalText,
      commandWindows: optionalText,
    },
    { command: stringValue },
  ),
  prompt: any,
  agent: any,
  mcp_tool: any,
})

/** Codex takes no key that it does not know at the top of the file, but any key in `hooks`. Measured with Codex 0.166.0. */
export const codexReading: JsonReading = {
  uniqueKeys: true,
  schema: closedObject({
    description: optionalText,
    hooks: objectValue(
      eachKey(
        `PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SessionStart SessionEnd UserPromptSubmit
        SubagentStart SubagentStop Stop Interrupt`,
        valuesOf(objectValue({ matcher: optionalText, hooks: valuesOf(hook) })),
      ),
    ),
  }),
}
