/** One event of a server-sent stream. */
export interface ServerEvent {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/**
 * Reads a server-sent stream piece by piece, as the HTML standard says: fields until an empty line, several `data` lines joined, comments
 * ignored. An event that the stream's end cuts off is dropped: the server sends it again after the last complete id.
 */
export function createEventReader(): (chunk: string) => readonly ServerEvent[] {
  let rest = ''
  let fields: { id: string | null; event: string; data: string[] } = { id: null, event: 'message', data: [] }

  return chunk => {
    const events: ServerEvent[] = []
    const lines = (rest + chunk).split(/\r\n|\n|\r(?=[^\n])/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (fields.data.length > 0) events.push({ ...fields, data: fields.data.join('\n') })
        fields = { id: null, event: 'message', data: [] }
        continue
      }
      const colon = line.indexOf(':')
      const name = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'data') fields.data.push(value)
      else if (name === 'event') fields.event = value
      else if (name === 'id') fields.id = value
    }
    return events
  }
}
