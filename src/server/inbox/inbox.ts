import type { Broadcast } from '../../audit/broadcast.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Card, StreamEvents } from '../api.ts'

/** The questions of this user: of calls that wait for the server now, and stored ones, whose caller no longer waits. */
export interface Inbox {
  /** Oldest first. */
  list(): readonly Card[]
  /** Null also for a text that cannot be an id. */
  find(id: string): Card | null
  /** Settles a question with a `RespondBody`. A bad id is refused before anything is looked up; a second answer gets 404. */
  respond(id: string, body: string, by: string): Promise<Responded>
  /** Gives the person more time, as far as the client waits. Returns when the question expires now; null if no call waits for it. */
  extend(id: string): number | null
  readonly events: Pick<Broadcast<InboxEvent>, 'on'>
  /** Ends the questions of waiting calls as cancelled. Stored ones stay on disk. */
  close(): Promise<void>
}

export interface Responded {
  readonly status: 200 | 400 | 404 | 500
  readonly body: JsonObject
}

/** The events of the stream that are about questions, each with its name as `type`. */
export type InboxEvent = {
  [Name in InboxEventName]: { readonly type: Name } & StreamEvents[Name]
}[InboxEventName]

export type InboxEventName = 'approval_required' | 'approval_changed' | 'approval_over'
