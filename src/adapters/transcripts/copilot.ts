import { isObject, type JsonObject, own, ownString } from '../../core/json.ts'
import type { Transcript, TranscriptEntry } from './transcript.ts'

/** Copilot CLI: one folder of events per session below `~/.copilot/session-state`. Only calls that succeeded count. */
export const copilotTranscript: Transcript = {
  folder: (home, env) => `${env['COPILOT_HOME'] || `${home}/.copilot`}/session-state`,
  isTranscript: name => name.endsWith('events.jsonl'),
  open: () => {
    let session = ''
    const begun = new Map<string, JsonObject>()
    return line => {
      const data = own(line, 'data')
      if (data === undefined || !isObject(data)) return []
      const id = ownString(data, 'toolCallId') ?? ''
      switch (own(line, 'type')) {
        case 'session.start':
          session = ownString(data, 'sessionId') ?? ''
          return []
        case 'tool.execution_start':
          begun.set(id, data)
          return []
        case 'tool.execution_complete':
          return own(data, 'success') === true
            ? madeCall(id, begun.get(id), ownString(line, 'timestamp') ?? '', session)
            : []
        default:
          return []
      }
    }
  },
}

function madeCall(id: string, begun: JsonObject | undefined, at: string, session: string): readonly TranscriptEntry[] {
  const tool = begun === undefined ? undefined : ownString(begun, 'toolName')
  if (begun === undefined || tool === undefined) return []
  return [{ kind: 'made', id, isIdSentToHook: false, tool, input: own(begun, 'arguments') ?? null, at, session }]
}
