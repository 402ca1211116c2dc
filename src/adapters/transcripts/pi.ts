import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { Transcript, TranscriptEntry } from './transcript.ts'

/** Pi: one JSONL file per session below `sessions`, by project. */
export const piTranscript: Transcript = {
  folder: (home, env) =>
    env['PI_CODING_AGENT_SESSION_DIR'] || `${env['PI_CODING_AGENT_DIR'] || `${home}/.pi/agent`}/sessions`,
  isTranscript: name => name.endsWith('.jsonl'),
  open: () => {
    let session = ''
    return line => {
      if (own(line, 'type') === 'session') session = ownString(line, 'id') ?? ''
      const message = own(line, 'message')
      if (own(line, 'type') !== 'message' || message === undefined || !isObject(message)) return []
      const when = { at: ownString(line, 'timestamp') ?? '', session }
      return own(message, 'role') === 'toolResult' ? refusedCall(message) : madeCalls(message, when)
    }
  },
}

function madeCalls(message: JsonObject, when: { readonly at: string; readonly session: string }) {
  return partsOf(message).flatMap((part): readonly TranscriptEntry[] => {
    const id = ownString(part, 'id')
    const tool = ownString(part, 'name')
    if (own(part, 'type') !== 'toolCall' || id === undefined || tool === undefined) return []
    return [{ kind: 'made', id, isIdSentToHook: true, tool, input: own(part, 'arguments') ?? null, ...when }]
  })
}

/** Recognises Pi's errors for a call that it never started: an unknown tool, or an invalid input. */
function refusedCall(message: JsonObject): readonly TranscriptEntry[] {
  const id = ownString(message, 'toolCallId')
  const [first] = partsOf(message)
  const isRefusal = /^(Tool "?[^"\n]*"? not found$|Validation failed for tool ")/.test(
    first === undefined ? '' : (ownString(first, 'text') ?? ''),
  )
  return id !== undefined && own(message, 'isError') === true && isRefusal ? [{ kind: 'refused', id }] : []
}

function partsOf(message: JsonObject): readonly JsonObject[] {
  const content = own(message, 'content')
  return Array.isArray(content) ? content.filter(isObject) : []
}
