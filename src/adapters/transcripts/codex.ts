import { isObject, type Json, type JsonObject, own, ownString } from '../../core/json.ts'
import type { Transcript, TranscriptEntry } from './transcript.ts'

/** Codex: one JSONL file per session below `sessions`, by day. A tool may have another name here than in the hook's request. */
export const codexTranscript: Transcript = {
  folder: (home, env) => `${env['CODEX_HOME'] || `${home}/.codex`}/sessions`,
  isTranscript: name => name.endsWith('.jsonl'),
  open: () => {
    let session = ''
    return line => {
      const payload = own(line, 'payload')
      if (payload === undefined || !isObject(payload)) return []
      if (own(line, 'type') === 'session_meta') session = ownString(payload, 'id') ?? ''
      return own(line, 'type') === 'response_item' ? madeCall(payload, ownString(line, 'timestamp') ?? '', session) : []
    }
  },
}

const calls = new Set(['function_call', 'custom_tool_call'])

function madeCall(payload: JsonObject, at: string, session: string): readonly TranscriptEntry[] {
  const id = ownString(payload, 'call_id')
  const tool = ownString(payload, 'name')
  if (id === undefined || tool === undefined || !calls.has(ownString(payload, 'type') ?? '')) return []
  const input = own(payload, 'arguments') ?? own(payload, 'input') ?? null
  return [{ kind: 'made', id, isIdSentToHook: true, tool, input: parsed(input), at, session }]
}

/** Arguments are JSON encoded as text. */
function parsed(input: Json): Json {
  try {
    return typeof input === 'string' ? JSON.parse(input) : input
  } catch {
    return input
  }
}
