import { literal } from 'valibot'
import type { JsonReading } from './json-reading.ts'
import { anyValue, eachKey, flagValue, objectValue, valuesOf } from './setting-types.ts'

/** Copilot CLI drops a wrong hook alone, but ignores a file with a wrong list of hooks. Measured with Copilot CLI 1.0.102. */
export const copilotReading: JsonReading = {
  schema: objectValue({
    version: literal(1, 'is not 1'),
    disableAllHooks: flagValue,
    hooks: objectValue(
      eachKey(
        `sessionStart sessionEnd userPromptSubmitted userPromptTransformed preToolUse preMcpToolCall postToolUse
        postToolUseFailure permissionRequest preCompact notification errorOccurred agentStop subagentStart subagentStop`,
        valuesOf(anyValue),
      ),
    ),
  }),
}
