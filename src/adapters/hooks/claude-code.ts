import { ok, type Result } from '../../core/fault.ts'
import { type JsonObject, ownString } from '../../core/json.ts'
import type { Environment, HookClient, HookEvent } from './client.ts'
import { replacedInput, say, silent } from './client.ts'
import { reasonText, replacementText } from './reason-text.ts'
import { claudeEvent, claudeFields, sentCall } from './request-fields.ts'

/** Claude Code 2.1: `PreToolUse` decides, `PermissionRequest` answers its prompt, `PostToolUse` carries the result. */
export const claudeCode: HookClient = {
  read: (sent, env) => claudeEvent(sent, name => readCall(sent, name, env)),

  answer: ({ name, canAsk }, verdict) => {
    // In watch mode Sallyport only records: the client's own prompts decide.
    if (verdict.watched !== null) return silent
    const updatedInput = replacedInput(verdict)
    if (name === 'PermissionRequest') {
      if (verdict.decision === 'ask') return silent
      const decision =
        verdict.decision === 'allow'
          ? { behavior: 'allow', ...(updatedInput === null ? {} : { updatedInput }) }
          : { behavior: 'deny', message: reasonText(verdict) }
      return say({ hookSpecificOutput: { hookEventName: name, decision } })
    }
    const permissionDecision = verdict.decision === 'ask' && !canAsk ? 'deny' : verdict.decision
    return say({
      hookSpecificOutput: {
        hookEventName: name,
        permissionDecision,
        permissionDecisionReason: reasonText(verdict),
        ...(updatedInput === null ? {} : { updatedInput, additionalContext: replacementText(verdict) }),
      },
    })
  },

  replace: ({ name }, output) => say({ hookSpecificOutput: { hookEventName: name, updatedToolOutput: output } }),

  perRunVariables: ['CLAUDE_PID', 'CLAUDE_CODE_MESSAGING_SOCKET', 'CLAUDE_CODE_MESSAGING_TOKEN'],
}

function readCall(sent: JsonObject, name: string, env: Environment): Result<HookEvent> {
  const call = sentCall(sent, claudeFields)
  if (!call.ok) return call
  const project = env['CLAUDE_PROJECT_DIR']
  const workspace = project === undefined || project === '' ? {} : { workspace: [project] }
  return ok({ kind: 'call', name, call: { ...call.value, ...workspace }, canAsk: canAsk(sent, env), canReplace: true })
}

/** With `-p` no person sees a prompt, and Claude Code treats an ask as a deny. */
const canAsk = (sent: JsonObject, env: Environment): boolean =>
  ownString(sent, 'permission_mode') !== 'dontAsk' && env['CLAUDE_CODE_ENTRYPOINT'] !== 'sdk-cli'
