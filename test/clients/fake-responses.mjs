// A fake model that follows a script: one tool call per turn, then a final text. Implements OpenAI's Responses API on loopback.
import { callsOf, jsonAnswer, newId, nextCall, streamAnswer } from './fake-model.mjs'

export const port = 8702

export function answer(request, response, body, script) {
  const path = request.url.split('?')[0]
  if (path.endsWith('/models')) return jsonAnswer(response, { object: 'list', data: [], models: [] })
  if (!path.endsWith('/responses')) return response.writeHead(404).end()
  const input = Array.isArray(body.input) ? body.input : []
  const call =
    (body.tools ?? []).length === 0
      ? undefined
      : nextCall(script, { opening: spokenIn(input), answered: input.filter(isResult).length })
  const items = call === undefined ? [lastMessage()] : callsOf(call).map(one => itemOf(one, input))
  const begun = { id: newId('resp'), object: 'response', created_at: 0, status: 'in_progress', model: body.model }
  const done = {
    ...begun,
    status: 'completed',
    output: items,
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  }
  const send = streamAnswer(response)
  send('response.created', { response: { ...begun, output: [], usage: null } })
  for (const [output_index, item] of items.entries()) {
    send('response.output_item.added', { output_index, item })
    send('response.output_item.done', { output_index, item })
  }
  send('response.completed', { response: done })
  response.end()
}

function lastMessage() {
  const content = [{ type: 'output_text', text: 'all done', annotations: [] }]
  return { type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content }
}

function itemOf(call, input) {
  const named = { id: newId('item'), call_id: newId('call'), name: call.tool, status: 'completed' }
  // A tool that takes plain text instead of JSON.
  if (typeof call.input === 'string') return { ...named, type: 'custom_tool_call', input: call.input }
  const args = JSON.stringify(call.input)
    .replaceAll('"$SESSION"', lastNamed(input, /session ID (\d+)/i))
    .replaceAll('$AGENT', lastNamed(input, /agent_id\\*": ?\\*"([\w-]+)/))
  const space = call.namespace === undefined ? {} : { namespace: call.namespace }
  return { ...named, ...space, type: 'function_call', arguments: args }
}

const isResult = item => /_call_output$/.test(item.type ?? '')

/** The messages from a person or another agent. */
const spokenIn = input => input.filter(item => item.type === 'message' && item.role !== 'developer')

/** An id in the last result: of a running session, or of a started agent. */
const lastNamed = (input, what) => what.exec(JSON.stringify(input.filter(isResult).at(-1) ?? ''))?.[1] ?? '0'
