// A fake model that follows a script: one tool call per turn, then a final text. Implements OpenAI's Chat Completions on loopback.
import { callsOf, jsonAnswer, newId, nextCall, streamData } from './fake-model.mjs'

export const port = 8704

export function answer(request, response, body, script) {
  const path = request.url.split('?')[0]
  if (path.endsWith('/models')) return jsonAnswer(response, { object: 'list', data: [] })
  if (!path.endsWith('/chat/completions')) return response.writeHead(404).end()
  const messages = body.messages ?? []
  const call =
    (body.tools ?? []).length === 0
      ? undefined
      : nextCall(script, {
          opening: messages.find(message => message.role === 'user'),
          answered: messages.filter(message => message.role === 'tool').length,
        })
  const common = { id: newId('chat'), created: 0, model: body.model }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  const said = call === undefined ? { content: 'all done' } : { content: null, tool_calls: callsOf(call).map(toolCall) }
  const finish_reason = call === undefined ? 'stop' : 'tool_calls'
  if (body.stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason }]
    return jsonAnswer(response, { ...common, object: 'chat.completion', choices, usage })
  }
  const send = streamData(response)
  const chunk = (delta, finish) =>
    send({
      ...common,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  chunk({ role: 'assistant', ...said }, null)
  chunk({}, finish_reason)
  send({ ...common, object: 'chat.completion.chunk', choices: [], usage })
  send('[DONE]')
  response.end()
}

const toolCall = (call, index) => ({
  index,
  id: newId('call'),
  type: 'function',
  function: { name: call.tool, arguments: JSON.stringify(call.input) },
})
