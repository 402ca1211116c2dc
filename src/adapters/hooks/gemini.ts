import { ok } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say } from './client.ts'
import { reasonText } from './reason-text.ts'
import { asText, claudeFields, requiredObject, requiredText, resultOf, sentCall } from './request-fields.ts'

/**
 * Gemini CLI 0.61: `BeforeTool` decides, `AfterTool` carries the result. When no person is present, an ask makes Gemini CLI
 * wait forever, and the hook cannot tell whether a person is present, so it never asks.
 */
export const gemini: HookClient = {
  read: sent => {
    const name = requiredText(sent, 'hook_event_name')
    if (!name.ok) return name
    switch (name.value) {
      case 'BeforeTool': {
        const call = sentCall(sent, claudeFields)
        if (!call.ok) return call
        const tool = serverTool(sent) ?? toolOf(call.value.tool)
        // `wait_for_previous` only says when a tool runs, not what it does.
        const { wait_for_previous: _, ...input } = call.value.input
        return ok({
          kind: 'call',
          name: name.value,
          call: { ...call.value, tool, input },
          canAsk: false,
          canReplace: true,
        })
      }
      case 'AfterTool': {
        const response = requiredObject(sent, 'tool_response')
        if (!response.ok) return response
        const output = resultOf(response.value, 'llmContent')
        return output.ok ? ok({ kind: 'result', name: name.value, output: output.value }) : output
      }
      default:
        return ok({ kind: 'other' })
    }
  },

  answer: (_, verdict) => {
    if (verdict.decision === 'allow') {
      const input = replacedInput(verdict)
      return say({ decision: 'allow', ...(input === null ? {} : { hookSpecificOutput: { tool_input: input } }) })
    }
    return say({ decision: 'deny', reason: reasonText(verdict) })
  },

  // It checks its own policies after the hook; an allow does not change their answer.
  approvesIn: null,

  replace: (_, output) => say({ decision: 'deny', reason: asText(output) }),
}

/** The tool's own name, `mcp_server_tool`, does not show where the server's name ends. */
function serverTool(sent: JsonObject): string | null {
  const context = own(sent, 'mcp_context')
  if (!isObject(context)) return null
  const server = ownString(context, 'server_name')
  const tool = ownString(context, 'tool_name')
  return server === undefined || tool === undefined ? null : `mcp__${server}__${tool}`
}

/** Every call of a sub-agent passes the hook. */
const toolOf = (name: string): string => (name === 'invoke_agent' ? 'Agent' : name)
