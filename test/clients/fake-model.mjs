// What the fake models have in common.
let count = 0
export const newId = kind => {
  count += 1
  return `${kind}_fake${count}`
}

export function jsonAnswer(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

export function streamAnswer(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`)
}
