import { claudeCodeTranscript } from './claude-code.ts'
import { codexTranscript } from './codex.ts'
import { copilotTranscript } from './copilot.ts'
import { geminiTranscript } from './gemini.ts'
import { piTranscript } from './pi.ts'
import type { Transcript } from './transcript.ts'

/** The clients whose sessions can be read afterwards. None takes another's lines for its own. */
export const transcripts: readonly Transcript[] = [
  claudeCodeTranscript,
  codexTranscript,
  geminiTranscript,
  copilotTranscript,
  piTranscript,
]
