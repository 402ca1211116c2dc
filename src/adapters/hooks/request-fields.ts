import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { CallInput } from '../../gate/take-call.ts'
import type { HookEvent } from './client.ts'
import { claudeRan, exitCodeIn, printedIn, ranCommand } from './ran-command.ts'

/** A text field that the client always sends. If it is missing, the client's protocol has changed. */
export function requiredText(sent: JsonObject, key: string): Result<string> {
  const value = own(sent, key)
  return typeof value === 'string' && value !== '' ? ok(value) : fail('validation', `the request is missing \`${key}\``)
}

export function requiredObject(sent: JsonObject, key: string): Result<JsonObject> {
  const value = own(sent, key)
  return isObject(value) ? ok(value) : fail('validation', `the request is missing \`${key}\``)
}

/** The names of the fields that a client always sends with a call. */
export interface CallFields {
  readonly tool: string
  readonly input: string
  readonly session: string
  readonly cwd: string
}

/** The field names of Claude Code, which several other clients adopted. */
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

/** The events of Claude Code, which Codex adopted: two ask about a call, two carry its result. */
export function claudeEvent(sent: JsonObject, readCall: (name: string) => Result<HookEvent>): Result<HookEvent> {
  const name = requiredText(sent, 'hook_event_name')
  if (!name.ok) return name
  switch (name.value) {
    case 'PreToolUse':
    case 'PermissionRequest':
      return readCall(name.value)
    case 'PostToolUse': {
      const output = resultOf(sent, 'tool_response')
      if (!output.ok) return output
      // Codex does not say how a command ended. Claude Code sends this event only for one that did not fail.
      const ended = { printed: printedIn(output.value), exitCode: null }
      return ok({ kind: 'result', name: name.value, output: output.value, ...ranCommand(sent, claudeRan, ended) })
    }
    case 'PostToolUseFailure': {
      const printed = ownString(sent, 'error') ?? ''
      const ended = { printed, exitCode: exitCodeIn(printed.slice(0, 80), /^Exit code (\d+)/g) }
      return ok({ kind: 'result', name: name.value, output: null, ...ranCommand(sent, claudeRan, ended) })
    }
    default:
      return ok({ kind: 'other' })
  }
}

/** The result of a call, from the field in which the client sends it. */
export function resultOf(sent: JsonObject, word: string): Result<JsonObject[string]> {
  const output = own(sent, word)
  return output === undefined ? fail('validation', `the result is missing \`${word}\``) : ok(output)
}

export const withNote = (text: string, note: string | undefined): string =>
  note === undefined ? text : `${text}\n\n${note}`

/** For clients that show a block's reason, which is text, in place of the result. */
export const asText = (output: JsonObject[string]): string =>
  typeof output === 'string' ? output : JSON.stringify(output)
