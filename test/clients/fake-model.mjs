// Shared code of the fake models.
let count = 0
export const newId = kind => {
  count += 1
  return `${kind}_fake${count}`
}

/** The next call of the script. The conversation shows which agent is asking and how many calls have been answered. */
export const nextCall = (script, { opening, answered }) => {
  const said = JSON.stringify(opening ?? '')
  const isSub = said.includes('SUB-AGENT')
  const call = atTurn(
    script.filter(one => (one.sub === true) === isSub),
    answered,
  )
  return call?.ordered === true ? asOrdered(call, said) : call
}

/** The calls of one turn: the scripted one and those beside it. */
export const callsOf = call => [call, ...(call.beside ?? [])]

function atTurn(script, answered) {
  let before = 0
  for (const call of script) {
    if (before >= answered) return call
    before += callsOf(call).length
  }
  return undefined
}

/** The call with the shell command that the prompt names. */
function asOrdered(call, said) {
  const [command] = /echo [\w-]+/.exec(said) ?? []
  const ordered = Object.entries(call.input).map(([key, value]) => [key, typeof value === 'string' ? command : value])
  return { ...call, input: Object.fromEntries(ordered) }
}

export function jsonAnswer(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

export function streamAnswer(response) {
  const send = streamData(response)
  return (event, data) => send({ type: event, ...data }, event)
}

/** Sends server-sent events; some models send them without a name. */
export function streamData(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return (data, event) =>
    response.write(
      `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
}
