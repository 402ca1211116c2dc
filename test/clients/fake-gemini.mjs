// A fake model that follows a script: one tool call per turn, then a final text. Implements Gemini's API on loopback.
import { callsOf, jsonAnswer, nextCall, streamData } from './fake-model.mjs'

export const port = 8703

export function answer(request, response, body, script) {
  const path = request.url.split('?')[0]
  if (path.endsWith(':countTokens')) return jsonAnswer(response, { totalTokens: 42 })
  if (!/:(streamG|g)enerateContent$/.test(path)) return response.writeHead(404).end()
  const contents = body.contents ?? []
  const hasTools = (body.tools ?? []).some(tool => (tool.functionDeclarations ?? []).length > 0)
  const answered = contents.flatMap(one => one.parts ?? []).filter(part => part.functionResponse !== undefined).length
  const call = hasTools ? nextCall(script, { opening: saidIn(contents), answered }) : undefined
  const parts =
    call === undefined
      ? [{ text: lastWord(body) }]
      : callsOf(call).map(({ tool, input }) => ({ functionCall: { name: tool, args: input } }))
  const chunk = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'fake',
  }
  if (path.endsWith(':generateContent')) return jsonAnswer(response, chunk)
  streamData(response)(chunk)
  response.end()
}

/** The client also asks, as JSON, which model to use and who speaks next. */
const lastWord = body =>
  body.generationConfig?.responseMimeType === 'application/json'
    ? JSON.stringify({ reasoning: 'none', model_choice: 'flash', complexity_score: 10, next_speaker: 'user' })
    : 'all done'

/** The texts from a person or another agent. */
const saidIn = contents => contents.filter(one => one.role === 'user').flatMap(one => one.parts?.map(part => part.text))
