import { isObject, own, ownString } from '../../core/json.ts'
import type { Transcript, TranscriptEntry } from './transcript.ts'

/** Gemini CLI: one JSONL file per session below `~/.gemini/tmp`. Only calls that succeeded count, because it does not record why a call failed. */
export const geminiTranscript: Transcript = {
  folder: (home, env) => `${env['GEMINI_CLI_HOME'] || home}/.gemini/tmp`,
  isTranscript: name => /(^|\/)chats\/.*\.jsonl$/.test(name),
  open: () => {
    let session = ''
    return line => {
      session = ownString(line, 'sessionId') ?? session
      const made = own(line, 'toolCalls')
      return Array.isArray(made) ? made.flatMap(call => madeCall(call, session)) : []
    }
  },
}

function madeCall(call: unknown, session: string): readonly TranscriptEntry[] {
  if (!isObject(call) || own(call, 'status') !== 'success') return []
  const id = ownString(call, 'id')
  const tool = ownString(call, 'name')
  const at = ownString(call, 'timestamp')
  if (id === undefined || tool === undefined || at === undefined) return []
  return [{ kind: 'made', id, isIdSentToHook: false, tool, input: own(call, 'args') ?? null, at, session }]
}
