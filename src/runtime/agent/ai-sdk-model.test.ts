import { APICallError } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { aiSdkModel } from './ai-sdk-model.ts'
import type { Conversation } from './model.ts'

type Stream = Awaited<ReturnType<MockLanguageModelV3['doStream']>>
type Part = Stream['stream'] extends ReadableStream<infer P> ? P : never

const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
}
const finish = (unified: 'stop' | 'tool-calls' | 'content-filter' | 'error'): Part => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage,
})
const said = (text: string): readonly Part[] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
]
const call = (toolCallId: string, toolName: string, input: string): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})

/** A conversation with a model that answers with these parts, one list for each step. */
async function converse(...steps: readonly (readonly Part[] | Error)[]) {
  let at = 0
  const model = new MockLanguageModelV3({
    doStream: async () => {
      const step = steps[at]
      at += 1
      if (step instanceof Error) throw step
      return { stream: convertArrayToReadableStream([...(step ?? [])]) }
    },
  })
  const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }]
  const conversation = await aiSdkModel(model).open({ system: 'be brief', tools })
  return { conversation, model, prompt: () => model.doStreamCalls.at(-1)?.prompt ?? [] }
}

const step = (conversation: Conversation, texts: string[] = [], signal = new AbortController().signal) =>
  conversation.step({ signal, onText: text => void texts.push(text) })

describe('a model of the AI SDK', () => {
  test('gets the system prompt, the messages and the tools, and its text is streamed', async () => {
    const { conversation, model, prompt } = await converse([...said('hello'), finish('stop')])
    conversation.say('hi')
    const texts: string[] = []
    expect(await step(conversation, texts)).toEqual({
      text: 'hello',
      calls: [],
      usage: { inputTokens: 7, outputTokens: 3 },
    })
    expect(texts).toEqual(['hello'])
    expect(prompt()).toMatchObject([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ])
    expect(model.doStreamCalls[0]?.tools).toMatchObject([{ type: 'function', name: 'look' }])
  })

  test('its calls come back with their input, also if that is no JSON, and each gets one result', async () => {
    const { conversation, prompt } = await converse(
      [call('1', 'look', '{"at":"a"}'), call('2', 'look', '{"at":'), call('3', 'unknown', '{}'), finish('tool-calls')],
      [...said('done'), finish('stop')],
    )
    conversation.say('look')
    const { calls } = await step(conversation)
    expect(calls).toEqual([
      { id: '1', tool: 'look', input: { at: 'a' } },
      { id: '2', tool: 'look', input: '{"at":' },
      { id: '3', tool: 'unknown', input: {} },
    ])
    const image = { mediaType: 'image/png', base64: 'AAAA' }
    conversation.answer([
      { id: '1', tool: 'look', text: 'a picture', failed: false, images: [image] },
      { id: '2', tool: 'look', text: 'error: validation', failed: true, images: [] },
      { id: '3', tool: 'unknown', text: 'error: not_found', failed: true, images: [] },
    ])
    await step(conversation)
    const results = prompt().flatMap(({ role, content }) => (role === 'tool' ? content : []))
    expect(results).toMatchObject([
      { toolCallId: '1', output: { type: 'content', value: [{ type: 'text', text: 'a picture' }, { data: 'AAAA' }] } },
      { toolCallId: '2', output: { type: 'error-text', value: 'error: validation' } },
      { toolCallId: '3', output: { type: 'error-text', value: 'error: not_found' } },
    ])
  })

  const apiError = (statusCode: number | undefined, headers: Record<string, string> = {}) =>
    new APICallError({
      message: 'no, with key sk-ant-api03-kZ8vQ2xN4mB7cR1tY6wE9pL3sD5fG0hJ',
      url: 'http://x',
      requestBodyValues: {},
      responseHeaders: headers,
      ...(statusCode === undefined ? {} : { statusCode }),
    })

  test.each([
    [
      'a busy provider',
      apiError(429, { 'retry-after': '2' }),
      { kind: 'unknown', retryable: true, retryAfterMs: 2_000 },
    ],
    ['milliseconds', apiError(503, { 'retry-after-ms': '20' }), { retryable: true, retryAfterMs: 20 }],
    ['a wrong key', apiError(401), { kind: 'config_error', retryable: false, retryAfterMs: null }],
    ['an unknown model', apiError(404), { kind: 'config_error', retryable: false }],
    ['a request that is too long', apiError(413), { kind: 'validation', retryable: false }],
    ['a gateway that waits too long', apiError(504), { kind: 'timeout', retryable: true }],
    ['no connection', apiError(undefined), { kind: 'unknown', retryable: true }],
    ['another error', new Error('broken pipe'), { kind: 'unknown', retryable: true }],
  ])('fails: %s', async (_what, error, want) => {
    const { conversation } = await converse(error)
    conversation.say('hi')
    const failure = await step(conversation).catch(thrown => thrown)
    expect(failure).toMatchObject({ name: 'ModelFailure', ...want })
    expect(failure.message).not.toContain('kZ8vQ2xN4mB7')
  })

  test.each([
    ['an error in the stream', [{ type: 'error', error: new Error('reset') }, finish('error')], { retryable: true }],
    ['an end with an error', [...said('half'), finish('error')], { retryable: true }],
    ['a filtered answer', [finish('content-filter')], { retryable: false }],
  ] as const)('fails: %s, and nothing of the step stays in the history', async (_what, parts, want) => {
    const { conversation, prompt } = await converse([...parts], [...said('better'), finish('stop')])
    conversation.say('hi')
    expect(await step(conversation).catch(thrown => thrown)).toMatchObject({ name: 'ModelFailure', ...want })
    expect((await step(conversation)).text).toBe('better')
    expect(prompt().map(({ role }) => role)).toEqual(['system', 'user'])
  })

  test('a step that is stopped is `cancelled`', async () => {
    const { conversation } = await converse(new Error('aborted'))
    conversation.say('hi')
    const stopped = AbortSignal.abort()
    expect(await step(conversation, [], stopped).catch(thrown => thrown)).toMatchObject({ kind: 'cancelled' })
  })
})
