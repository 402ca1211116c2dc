/** One server-sent event. `data` must be JSON on one line. */
export const sseText = ({ id, event, data }: SentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

export interface SentEvent {
  readonly id?: number
  readonly event: string
  readonly data: string
}

/** A comment: it keeps the connection alive and means nothing. */
export const heartbeat = ': alive\n\n'
