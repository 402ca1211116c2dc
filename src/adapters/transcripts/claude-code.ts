import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { MadeCall, RefusedCall, Transcript } from './transcript.ts'

/** Claude Code: one JSONL file per session below `projects`, and one more per sub-agent. */
export const claudeCodeTranscript: Transcript = {
  folder: (home, env) => `${env['CLAUDE_CONFIG_DIR'] || `${home}/.claude`}/projects`,
  isTranscript: name => name.endsWith('.jsonl'),
  open: () => line => {
    const at = ownString(line, 'timestamp')
    const type = ownString(line, 'type')
    if (at === undefined || (type !== 'assistant' && type !== 'user')) return []
    const session = ownString(line, 'sessionId') ?? ''
    const entryOf = type === 'assistant' ? (part: JsonObject) => madeCall(part, { at, session }) : refusedCall
    return partsOf(line).flatMap(part => entryOf(part) ?? [])
  },
}

function madeCall(part: JsonObject, when: Pick<MadeCall, 'at' | 'session'>): MadeCall | null {
  const id = ownString(part, 'id')
  const tool = ownString(part, 'name')
  if (ownString(part, 'type') !== 'tool_use' || id === undefined || tool === undefined) return null
  return { kind: 'made', id, isIdSentToHook: true, tool, input: own(part, 'input') ?? null, ...when }
}

/** Recognises Claude Code's error for a call that it never started: an unknown tool, or an invalid input. */
function refusedCall(part: JsonObject): RefusedCall | null {
  const id = ownString(part, 'tool_use_id')
  const isRefusal = own(part, 'is_error') === true && ownString(part, 'content')?.startsWith('<tool_use_error>')
  return id !== undefined && isRefusal === true ? { kind: 'refused', id } : null
}

function partsOf(line: JsonObject): readonly JsonObject[] {
  const message = own(line, 'message')
  const content = isObject(message) ? own(message, 'content') : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}
