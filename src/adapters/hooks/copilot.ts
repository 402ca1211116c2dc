import { ok } from '../../core/fault.ts'
import { type JsonObject, own } from '../../core/json.ts'
import { findTool } from '../../tools/catalog.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say, silent } from './client.ts'
import { exitCodeIn, printedIn, ranCommand } from './ran-command.ts'
import { deniedReplacementText, reasonText } from './reason-text.ts'
import { resultOf, sentCall } from './request-fields.ts'

/**
 * Copilot CLI 1.0: `preToolUse` decides, `permissionRequest` answers its prompt, `postToolUse` carries the result. Only
 * `permissionRequest` sends its name; the other two are recognised by their fields.
 */
export const copilot: HookClient = {
  read: sent => {
    const name = nameOf(sent)
    if (name === 'postToolUse') {
      const output = resultOf(sent, 'toolResult')
      if (!output.ok) return output
      const printed = printedIn(output.value)
      const ended = { printed, exitCode: exitCodeIn(printed, /completed with exit code (\d+)>/g) }
      return ok({ kind: 'result', name, output: output.value, ...ranCommand(sent, ranFields, ended) })
    }
    const call = sentCall(sent, { ...words, input: name === 'permissionRequest' ? 'toolInput' : 'toolArgs' })
    if (!call.ok) return call
    const canReplace = name === 'preToolUse'
    return ok({
      ...{ kind: 'call', name, call: { ...call.value, tool: toolOf(call.value.tool) }, canAsk: true, canReplace },
      ...(canReplace ? { contain: { keepsDirectory: false, hasChecks: true } } : {}),
    })
  },

  answer: (event, verdict) => {
    if (event.name === 'preToolUse') {
      const modifiedArgs = replacedInput(verdict, event)
      if (verdict.meaning === 'no-objection') return modifiedArgs === null ? silent : say({ modifiedArgs })
      // It is not known whether its prompt would show the original or the replacement.
      if (verdict.decision === 'ask' && modifiedArgs !== null)
        return say({ permissionDecision: 'deny', permissionDecisionReason: deniedReplacementText(verdict) })
      return say({
        permissionDecision: verdict.decision,
        permissionDecisionReason: reasonText(verdict),
        ...(modifiedArgs === null ? {} : { modifiedArgs }),
      })
    }
    if (verdict.decision === 'ask' || verdict.meaning === 'no-objection') return silent
    return say(
      verdict.decision === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: reasonText(verdict) },
    )
  },

  // An allow of a hook overrides even `--deny-tool`, and the request does not say which rules the person chose.
  approvesIn: [],

  amend: (_, { output, note }) =>
    say({
      ...(output === undefined ? {} : { modifiedResult: output }),
      ...(note === undefined ? {} : { additionalContext: note }),
    }),

  // On exit 2 its model learns that the call was blocked, but not why.
  block: (sent, reason) =>
    nameOf(sent) === 'preToolUse' ? { permissionDecision: 'deny', permissionDecisionReason: reason } : null,
}

const ranFields = { shell: 'bash', tool: 'toolName', input: 'toolArgs', session: 'sessionId', call: 'toolCallId' }

const words = { tool: 'toolName', session: 'sessionId', cwd: 'cwd' }

function nameOf(sent: JsonObject): 'preToolUse' | 'permissionRequest' | 'postToolUse' {
  if (own(sent, 'hookName') === 'permissionRequest') return 'permissionRequest'
  return own(sent, 'toolResult') === undefined ? 'preToolUse' : 'postToolUse'
}

/**
 * An MCP tool is named `server-tool`, and both parts may contain dashes, so the name is not split but gets the common `mcp__` prefix.
 * Every call of a sub-agent passes the hook.
 */
function toolOf(name: string): string {
  if (name === 'task') return 'Agent'
  return findTool(name) === null && name.includes('-') ? `mcp__${name}` : name
}
