import { redactedJson } from '../../audit/redaction/redacted-json.ts'
import { timestamp } from '../../core/clock.ts'
import type { AgentResult } from './agent-event.ts'
import type { ModelCall, Usage } from './model.ts'

/** One line of a transcript: what was said, called and answered. */
export type SaidEntry =
  | { readonly type: 'started'; readonly session: string; readonly model: string }
  | (OfAgent & { readonly type: 'system' | 'prompt'; readonly text: string })
  | (OfAgent & {
      readonly type: 'step'
      readonly step: number
      readonly text: string
      readonly calls: readonly ModelCall[]
      readonly usage: Usage
    })
  | (OfAgent & {
      readonly type: 'result'
      readonly id: string
      readonly tool: string
      readonly text: string
      readonly failed: boolean
    })
  | (AgentResult & { readonly type: 'ended' })

interface OfAgent {
  readonly agents: readonly string[]
}

export type WriteTranscript = (entry: SaidEntry) => void

/** An entry as a line of JSON, without the secrets in it, as in the journal. */
export const transcriptLine = (entry: SaidEntry, now: Date): string =>
  `${redactedJson({ at: timestamp(now), ...entry }, { secrets: [], finish: text => text })}\n`
