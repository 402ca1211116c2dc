import { ok } from '../../core/fault.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say, silent } from './client.ts'
import { reasonText } from './reason-text.ts'
import { asText, claudeEvent, claudeFields, sentCall, withNote } from './request-fields.ts'

/**
 * Codex 0.166: `PreToolUse` decides, `PermissionRequest` answers its prompt, `PostToolUse` carries the result. Codex treats an
 * answer with an unknown field as consent, so an allow is an empty answer, and the hook never asks. Its sandbox and its prompts apply to
 * every call that is not denied, also to one with a replaced input.
 */
export const codex: HookClient = {
  read: sent =>
    claudeEvent(sent, name => {
      const call = sentCall(sent, claudeFields)
      if (!call.ok) return call
      const tool = toolOf(call.value.tool)
      const canAsk = name === 'PermissionRequest'
      // Codex ignores an answer to `PermissionRequest` that replaces the input.
      return ok({
        ...{ kind: 'call', name, call: { ...call.value, tool }, canAsk, canReplace: !canAsk },
        ...(canAsk ? {} : { contain: { keepsDirectory: false, callVariable: 'CODEX_TOOL_CALL_ID' } }),
      })
    }),

  answer: (event, verdict) => {
    const { name, canAsk } = event
    const updatedInput = replacedInput(verdict, event)
    if (verdict.decision === 'allow' && updatedInput !== null)
      return say({ hookSpecificOutput: { hookEventName: name, permissionDecision: 'allow', updatedInput } })
    // A `PermissionRequest` asks for more rights than Codex's own sandbox grants: unless Sallyport denies it, Codex's prompt decides.
    if (verdict.decision === 'allow' || (verdict.decision === 'ask' && canAsk)) return silent
    const reason = reasonText(verdict)
    return say({
      hookSpecificOutput:
        name === 'PermissionRequest'
          ? { hookEventName: name, decision: { behavior: 'deny', message: reason } }
          : { hookEventName: name, permissionDecision: 'deny', permissionDecisionReason: reason },
    })
  },

  approvesIn: null,

  amend: ({ name }, { output, note }) =>
    output === undefined
      ? say({ hookSpecificOutput: { hookEventName: name, additionalContext: note ?? '' } })
      : say({ decision: 'block', reason: withNote(asText(output), note) }),
}

/** Sub-agent tools have their group's name as a prefix. Every call of a sub-agent passes the hook. */
function toolOf(name: string): string {
  const own = name.replace(/^multi_agent_v\d+/, '')
  return own === 'spawn_agent' ? 'Agent' : own
}
