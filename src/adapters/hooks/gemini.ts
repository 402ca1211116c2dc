import { ok } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say } from './client.ts'
import { exitCodeIn, printedIn, ranCommand } from './ran-command.ts'
import { reasonText } from './reason-text.ts'
import { asText, claudeFields, requiredObject, requiredText, resultOf, sentCall, withNote } from './request-fields.ts'

/**
 * Gemini CLI 0.61: `BeforeTool` decides, `AfterTool` carries the result. When no person is present, an ask makes Gemini CLI
 * wait forever, and the hook cannot tell whether a person is present, so it never asks. It puts the text of a command between
 * parentheses, so only text that parses can be contained.
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
          contain: { keepsDirectory: false },
        })
      }
      case 'AfterTool': {
        const response = requiredObject(sent, 'tool_response')
        if (!response.ok) return response
        const output = resultOf(response.value, 'llmContent')
        if (!output.ok) return output
        const printed = printedIn(output.value)
        const ended = { printed, exitCode: exitCodeIn(printed, /^Exit Code: (\d+)$/gm) ?? 0 }
        return ok({ kind: 'result', name: name.value, output: output.value, ...ranCommand(sent, ranFields, ended) })
      }
      default:
        return ok({ kind: 'other' })
    }
  },

  answer: (event, verdict) => {
    if (verdict.decision === 'allow') {
      const input = replacedInput(verdict, event)
      return say({ decision: 'allow', ...(input === null ? {} : { hookSpecificOutput: { tool_input: input } }) })
    }
    return say({ decision: 'deny', reason: reasonText(verdict) })
  },

  // It checks its own policies after the hook; an allow does not change their answer.
  approvesIn: null,

  amend: ({ name }, { output, note }) =>
    output === undefined
      ? say({ hookSpecificOutput: { hookEventName: name, additionalContext: note ?? '' } })
      : say({ decision: 'deny', reason: withNote(asText(output), note) }),
}

const ranFields = {
  ...{ shell: 'run_shell_command', tool: 'tool_name', input: 'tool_input', session: 'session_id' },
  call: 'tool_use_id',
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
