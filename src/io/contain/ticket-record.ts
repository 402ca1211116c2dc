import * as v from 'valibot'
import type { Call } from '../../core/call.ts'
import { isObject, type Json, type JsonObject } from '../../core/json.ts'

/** The facts with which Sallyport finishes a contained call after its command has ended. */
export interface TicketRecord {
  readonly call: Call
  /** The call's id in the journal. */
  readonly record: string
  /** The run's id in the memory of contained runs. */
  readonly marks: string
  readonly summary: string
  /** The digest of the fence's plan. */
  readonly digest: string
  /** The overlay that it ran in; null if it wrote to the workspace itself. */
  readonly trial: TicketTrial | null
}

export interface TicketTrial {
  readonly id: string
  readonly roots: readonly string[]
  /** Paths outside the workspace that a person opened. */
  readonly opened: readonly string[]
  /** Temporary paths that the call names, and may leave behind. */
  readonly named: readonly string[]
}

export const ticketRecordText = (record: TicketRecord): string => `${JSON.stringify(record)}\n`

const texts = v.pipe(v.array(v.string()), v.readonly())
const object = v.custom<JsonObject>(value => isObject(value as Json))

const schema = v.object({
  call: v.object({
    tool: v.string(),
    input: object,
    place: v.looseObject({
      session: v.string(),
      cwd: v.string(),
      workspace: texts,
      home: v.string(),
      scratch: texts,
      own: texts,
      agents: texts,
      client: v.nullable(v.string()),
      runner: v.picklist(['sallyport', 'client']),
      automation: v.boolean(),
      careful: v.boolean(),
    }),
    id: v.nullable(v.string()),
  }),
  record: v.string(),
  marks: v.string(),
  summary: v.string(),
  digest: v.string(),
  trial: v.nullable(v.object({ id: v.string(), roots: texts, opened: texts, named: texts })),
})

/** Null if the text is not a record. */
export function parseRecord(text: string): TicketRecord | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return parsed.success ? (parsed.output as TicketRecord) : null
}
