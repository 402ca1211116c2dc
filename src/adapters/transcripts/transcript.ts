import type { Json, JsonObject } from '../../core/json.ts'

/** Where one client writes down what its agent did, and how to read it. */
export interface Transcript {
  readonly folder: (home: string) => string
  readonly isTranscript: (name: string) => boolean
  /** What one line of it tells about calls. */
  readonly read: (line: JsonObject) => readonly TranscriptEntry[]
}

export type TranscriptEntry = MadeCall | RefusedCall

/** A call that the agent made. */
export interface MadeCall {
  readonly kind: 'made'
  /** The client's id of it: the journal has the same. */
  readonly id: string
  readonly tool: string
  readonly input: Json
  /** ISO 8601, UTC. */
  readonly at: string
  readonly session: string
}

/** A call that the client itself did not begin, and so asked nobody about. */
export interface RefusedCall {
  readonly kind: 'refused'
  readonly id: string
}
