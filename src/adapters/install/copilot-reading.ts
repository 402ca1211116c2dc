import { literal } from 'valibot'
import type { JsonReading } from './json-reading.ts'
import { anything, each, flag, listOf, objectOf } from './setting-types.ts'

/** Copilot CLI drops a wrong hook alone, but ignores a file with a wrong list of hooks. Measured with Copilot CLI 1.0.102. */
export const copilotReading: JsonReading = {
  schema: objectOf({
    version: literal(1, 'is not 1'),
    disableAllHooks: flag,
    hooks: objectOf(
      each(
        `sessionStart sessionEnd userPromptSubmitted userPromptTransformed preToolUse preMcpToolCall postToolUse
        postToolUseFailure permissionRequest preCompact notification errorOccurred agentStop subagentStart subagentStop`,
        listOf(anything),
      ),
    ),
  }),
}
