import type { Json, JsonObject } from '../../core/json.ts'

/** Where a client keeps its session transcripts, and how to read them. */
export interface Transcript {
  readonly folder: (home: string, env: Readonly<Record<string, string | undefined>>) => string
  readonly isTranscript: (name: string) => boolean
  /** Opens a reader for one file. It takes the lines in order and returns the calls that each line records. */
  readonly open: () => (line: JsonObject) => readonly TranscriptEntry[]
}

export type TranscriptEntry = MadeCall | RefusedCall

/** A call that the agent made. */
export interface MadeCall {
  readonly kind: 'made'
  readonly id: string
  /** Whether the client sends this id to its hook, so that the journal has it too. */
  readonly isIdSentToHook: boolean
  readonly tool: string
  readonly input: Json
  /** ISO 8601, UTC. */
  readonly at: string
  readonly session: string
  /** Whether it has the form of a contained call, but with a runner that is not ours. */
  readonly hasForeignRunner?: true
}

/** A call that the client itself refused, so that it never reached the hook. */
export interface RefusedCall {
  readonly kind: 'refused'
  readonly id: string
}
