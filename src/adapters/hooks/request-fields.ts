import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { CallInput } from '../../gate/take-call.ts'
import type { HookEvent } from './client.ts'

/** A field that a client always sends: its absence means that the dialect has changed. */
export function requiredText(sent: JsonObject, key: string): Result<string> {
  const value = own(sent, key)
  return typeof value === 'string' && value !== ''
    ? ok(value)
    : fail('validation', `the client sent no \`${key}\`, which it should`)
}

export function requiredObject(sent: JsonObject, key: string): Result<JsonObject> {
  const value = own(sent, key)
  return isObject(value) ? ok(value) : fail('validation', `the client sent no \`${key}\`, which it should`)
}

/** A client's words for the parts of a call that it always sends. */
export interface CallFields {
  readonly tool: string
  readonly input: string
  readonly session: string
  readonly cwd: string
}

/** The words of Claude Code, which several other clients took over. */
export const claudeFields: CallFields = { tool: 'tool_name', input: 'tool_input', session: 'session_id', cwd: 'cwd' }

export function sentCall(sent: JsonObject, words: CallFields): Result<CallInput> {
  const tool = requiredText(sent, words.tool)
  const input = requiredObject(sent, words.input)
  const session = requiredText(sent, words.session)
  const cwd = requiredText(sent, words.cwd)
  if (!tool.ok) return tool
  if (!input.ok) return input
  if (!session.ok) return session
  if (!cwd.ok) return cwd
  const agent = ownString(sent, 'agent_id')
  const id = ownString(sent, 'tool_use_id')
  return ok({
    tool: tool.value,
    input: input.value,
    session: session.value,
    cwd: cwd.value,
    ...(agent === undefined ? {} : { agents: [`${ownString(sent, 'agent_type') ?? 'agent'}:${agent}`] }),
    ...(id === undefined ? {} : { id }),
  })
}

/** The events of Claude Code, which Codex took over: two that ask about a call, one that brings its result. */
export function claudeEvent(sent: JsonObject, readCall: (name: string) => Result<HookEvent>): Result<HookEvent> {
  const name = requiredText(sent, 'hook_event_name')
  if (!name.ok) return name
  switch (name.value) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return readCall(name.value)
    case 'PostToolUse': {
      const output = resultOf(sent, 'tool_response')
      return output.ok ? ok({ kind: 'result', name: name.value, output: output.value }) : output
    }
    default:
      return ok({ kind: 'other' })
  }
}

/** What a call gave back, under the word that the client has for it. */
export function resultOf(sent: JsonObject, word: string): Result<JsonObject[string]> {
  const output = own(sent, word)
  return output === undefined ? fail('validation', `the client sent a result without \`${word}\``) : ok(output)
}

/** For clients that put a reason in the place of a result, which is text. */
export const asText = (output: JsonObject[string]): string =>
  typeof output === 'string' ? output : JSON.stringify(output)
