import { fail, ok, type Result } from '../../core/fault.ts'
import { type JsonObject, own, ownString } from '../../core/json.ts'
import type { CallInput } from '../../take-call.ts'
import type { CallEvent, Environment, HookClient, HookEvent } from './client.ts'
import { say, silent } from './client.ts'
import { forModel } from './reason-text.ts'
import { inputOf, textOf } from './sent.ts'

/** Claude Code, 2.1: `PreToolUse` decides, `PermissionRequest` answers its prompt, `PostToolUse` brings the result. */
export const claudeCode: HookClient = {
  read: (sent, env) => {
    const name = textOf(sent, 'hook_event_name')
    if (!name.ok) return name
    switch (name.value) {
      case 'PreToolUse':
      case 'PermissionRequest':
        return readCall(sent, name.value, env)
      case 'PostToolUse': {
        const output = own(sent, 'tool_response')
        return output === undefined
          ? fail('validation', 'a `PostToolUse` without `tool_response`')
          : ok({ kind: 'result', name: name.value, output })
      }
      default:
        return ok({ kind: 'other' })
    }
  },

  answer: ({ name, canAsk }, verdict) => {
    // What a first week only watches is left to the client's own prompts.
    if (verdict.watched !== null) return silent
    if (name === 'PermissionRequest') {
      if (verdict.decision === 'ask') return silent
      const decision =
        verdict.decision === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: forModel(verdict) }
      return say({ hookSpecificOutput: { hookEventName: name, decision } })
    }
    const permissionDecision = verdict.decision === 'ask' && !canAsk ? 'deny' : verdict.decision
    return say({
      hookSpecificOutput: { hookEventName: name, permissionDecision, permissionDecisionReason: forModel(verdict) },
    })
  },

  replace: ({ name }, output) => say({ hookSpecificOutput: { hookEventName: name, updatedToolOutput: output } }),
}

function readCall(sent: JsonObject, name: string, env: Environment): Result<HookEvent> {
  const tool = textOf(sent, 'tool_name')
  const input = inputOf(sent, 'tool_input')
  const session = textOf(sent, 'session_id')
  const cwd = textOf(sent, 'cwd')
  if (!tool.ok) return tool
  if (!input.ok) return input
  if (!session.ok) return session
  if (!cwd.ok) return cwd
  const project = env['CLAUDE_PROJECT_DIR']
  const agent = ownString(sent, 'agent_id')
  const call: CallInput = {
    tool: tool.value,
    input: input.value,
    session: session.value,
    cwd: cwd.value,
    ...(project === undefined || project === '' ? {} : { workspace: [project] }),
    ...(agent === undefined ? {} : { agents: [`${ownString(sent, 'agent_type') ?? 'agent'}:${agent}`] }),
    ...idOf(sent),
  }
  const event: CallEvent = { kind: 'call', name, call, canAsk: ownString(sent, 'permission_mode') !== 'dontAsk' }
  return ok(event)
}

function idOf(sent: JsonObject): { readonly id?: string } {
  const id = ownString(sent, 'tool_use_id')
  return id === undefined ? {} : { id }
}
