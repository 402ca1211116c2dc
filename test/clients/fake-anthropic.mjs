// A model that plays a script: one tool call a turn, then a last word. Speaks Anthropic's Messages API, on loopback only.
import { jsonAnswer, newId, nextCall, streamAnswer } from './fake-model.mjs'

export const port = 8701

export function answer(request, response, body, script) {
  const path = request.url.split('?')[0]
  if (path.endsWith('/count_tokens')) return jsonAnswer(response, { input_tokens: 42 })
  if (path.endsWith('/v1/models')) return jsonAnswer(response, { data: [], has_more: false })
  if (!path.endsWith('/v1/messages')) return response.writeHead(request.method === 'HEAD' ? 200 : 404).end()
  const call =
    (body.tools ?? []).length === 0
      ? undefined
      : nextCall(script, { opening: body.messages?.[0], answered: resultsIn(body) })
  const message = {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
  const content =
    call === undefined
      ? { type: 'text', text: 'all done' }
      : { type: 'tool_use', id: newId('toolu'), name: call.tool, input: call.input }
  const stop_reason = call === undefined ? 'end_turn' : 'tool_use'
  if (body.stream !== true) return jsonAnswer(response, { ...message, content: [content], stop_reason })
  const send = streamAnswer(response)
  const delta =
    call === undefined
      ? { type: 'text_delta', text: content.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
  const opened = call === undefined ? { type: 'text', text: '' } : { ...content, input: {} }
  send('message_start', { message })
  send('content_block_start', { index: 0, content_block: opened })
  send('content_block_delta', { index: 0, delta })
  send('content_block_stop', { index: 0 })
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
  send('message_stop', {})
  response.end()
}

/** How many calls of the script have been answered: the conversation itself says so. */
const resultsIn = body =>
  (body.messages ?? [])
    .flatMap(message => (Array.isArray(message.content) ? message.content : []))
    .filter(part => part.type === 'tool_result').length
