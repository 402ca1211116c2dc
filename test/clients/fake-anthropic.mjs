// A fake model that follows a script: one tool call per turn, then a final text. Implements Anthropic's Messages API on loopback.
import { callsOf, jsonAnswer, newId, nextCall, streamAnswer } from './fake-model.mjs'

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
      ? [{ type: 'text', text: 'all done' }]
      : callsOf(call).map(({ tool, input }) => ({
          type: 'tool_use',
          id: newId('toolu'),
          name: tool,
          input,
        }))
  const stop_reason = call === undefined ? 'end_turn' : 'tool_use'
  if (body.stream !== true) return jsonAnswer(response, { ...message, content, stop_reason })
  const send = streamAnswer(response)
  // The stream breaks off, so the client requests the whole answer at once.
  if (call?.whole === true) return response.end()
  send('message_start', { message })
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text'
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
  send('message_stop', {})
  response.end()
}

/** The number of answered calls, counted from the conversation. */
const resultsIn = body =>
  (body.messages ?? [])
    .flatMap(message => (Array.isArray(message.content) ? message.content : []))
    .filter(part => part.type === 'tool_result').length
