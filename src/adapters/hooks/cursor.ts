import { fail, ok, type Result } from '../../core/fault.ts'
import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { HookClient } from './client.ts'
import { replacedInput, say, silent } from './client.ts'
import { reasonText } from './reason-text.ts'
import { requiredText } from './request-fields.ts'

/**
 * Cursor, as documented: `preToolUse` decides, and the older events decide again about commands, MCP tools and file reads.
 * Cursor does not reliably honour an ask, so the hook never sends one. When an older event follows, `preToolUse` leaves the
 * question to it, so that one approval is enough.
 */
export const cursor: HookClient = {
  read: sent => {
    const name = requiredText(sent, 'hook_event_name')
    if (!name.ok) return name
    const reading = reads[name.value]
    if (reading === undefined) return ok({ kind: 'other' })
    const session = requiredText(sent, 'conversation_id')
    const cwd = directoryOf(sent)
    const action = reading(sent)
    if (!session.ok) return session
    if (!cwd.ok) return cwd
    if (!action.ok) return action
    const workspace = rootsOf(sent)
    const id = ownString(sent, 'tool_use_id')
    const call = {
      ...action.value,
      session: session.value,
      cwd: cwd.value,
      ...(workspace.length === 0 ? {} : { workspace }),
      ...(id === undefined ? {} : { id }),
    }
    // The older event always receives the command that is about to run, even if `preToolUse` replaced the input.
    const isFirst = name.value === 'preToolUse'
    const canAsk = isFirst && isAskedAgain(action.value.tool)
    return ok({ kind: 'call', name: name.value, call, canAsk, canReplace: isFirst })
  },

  answer: ({ canAsk }, verdict) => {
    // In watch mode Sallyport only records.
    if (verdict.decision === 'allow' && verdict.watched !== null) return silent
    if (verdict.decision === 'allow') {
      const updated_input = replacedInput(verdict)
      return say({ permission: 'allow', ...(updated_input === null ? {} : { updated_input }) })
    }
    if (verdict.decision === 'ask' && canAsk) return silent
    const reason = reasonText(verdict)
    return say({ permission: 'deny', user_message: reason, agent_message: reason })
  },

  // As documented: the client's own allow list counts even if a hook allows the call.
  approvesIn: null,

  amend: null,
}

/** Tools whose calls also trigger an older event. */
const isAskedAgain = (tool: string): boolean => tool === 'Shell' || tool === 'Read' || tool.startsWith('mcp__')

interface ToolAction {
  readonly tool: string
  readonly input: JsonObject
}

const reads: Readonly<Record<string, (sent: JsonObject) => Result<ToolAction>>> = {
  preToolUse: sent => toolCall(sent, toolOf),
  beforeMCPExecution: sent => toolCall(sent, serverTool),
  beforeShellExecution: sent => {
    const command = requiredText(sent, 'command')
    return command.ok ? ok({ tool: 'Shell', input: { command: command.value } }) : command
  },
  beforeReadFile: sent => {
    const file = requiredText(sent, 'file_path')
    return file.ok ? ok({ tool: 'Read', input: { file_path: file.value } }) : file
  },
}

function toolCall(sent: JsonObject, naming: (name: string) => string): Result<ToolAction> {
  const name = requiredText(sent, 'tool_name')
  const input = argumentsOf(sent)
  if (!name.ok) return name
  return input.ok ? ok({ tool: naming(name.value), input: input.value }) : input
}

/** Cursor does not send the server's name. */
const serverTool = (name: string): string => `mcp__${name.replace(/^MCP:/, '')}`

/** It is not known whether a sub-agent's calls pass the hook, so starting one is judged like starting an unsupervised agent. */
function toolOf(name: string): string {
  if (name.startsWith('MCP:')) return serverTool(name)
  return name === 'Task' ? 'run_agent' : name
}

/** An object, or the same object as JSON text. */
function argumentsOf(sent: JsonObject): Result<JsonObject> {
  const input = own(sent, 'tool_input')
  const value = typeof input === 'string' ? parsed(input) : input
  return isObject(value) ? ok(value) : fail('validation', 'the request is missing `tool_input`')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function rootsOf(sent: JsonObject): readonly string[] {
  const roots = own(sent, 'workspace_roots')
  return Array.isArray(roots) ? roots.filter(root => typeof root === 'string' && root !== '') : []
}

function directoryOf(sent: JsonObject): Result<string> {
  const cwd = ownString(sent, 'cwd') || rootsOf(sent)[0]
  return cwd === undefined ? fail('validation', 'the request has neither `cwd` nor `workspace_roots`') : ok(cwd)
}
