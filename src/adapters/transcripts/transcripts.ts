import { claudeCodeTranscript } from './claude-code.ts'
import { codexTranscript } from './codex.ts'
import { copilotTranscript } from './copilot.ts'
import { geminiTranscript } from './gemini.ts'
import { piTranscript } from './pi.ts'
import type { Transcript } from './transcript.ts'

/** The clients whose transcripts can be read. No reader accepts another client's lines. */
export const transcripts: readonly Transcript[] = [
  claudeCodeTranscript,
  codexTranscript,
  geminiTranscript,
  copilotTranscript,
  piTranscript,
]
