import type { Json, JsonObject } from '../../core/json.ts'

/** Where one client writes down what its agent did, and how to read it. */
export interface Transcript {
  readonly folder: (home: string, env: Readonly<Record<string, string | undefined>>) => string
  readonly isTranscript: (name: string) => boolean
  /** A reader for one file, which is given its lines in order: what each tells about calls. */
  readonly open: () => (line: JsonObject) => readonly TranscriptEntry[]
}

export type TranscriptEntry = MadeCall | RefusedCall

/** A call that the agent made. */
export interface MadeCall {
  readonly kind: 'made'
  readonly id: string
  /** Whether the client tells its hook that id, so that the journal has the same. */
  readonly isIdSentToHook: boolean
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
