import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a scripted model says in one step. */
export interface SaidLine {
  readonly text?: string
  /** Tool and input; a string is sent as it is, so that it can be malformed. */
  readonly calls?: readonly (readonly [tool: string, input: unknown])[]
  /** Answers with this status instead. */
  readonly status?: number
  readonly retryAfter?: string
  /** Closes the connection in the middle of the answer. */
  readonly drops?: true
}

/** A request to the model, the same for both wire formats. */
export interface AskedModel {
  readonly system: string
  /** The first message of the user. */
  readonly task: string
  /** How many steps this conversation has had. */
  readonly step: number
  /** The texts of the results of the last calls. */
  readonly results: readonly string[]
  readonly tools: readonly string[]
}

export type ModelScript = (asked: AskedModel) => SaidLine

export interface ModelServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly url: string
  readonly asked: readonly AskedModel[]
  /** The request headers, to see which key was sent. */
  readonly headers: readonly IncomingMessage['headers'][]
  close(): Promise<void>
}

/** A model on this machine that follows a script. It speaks the OpenAI-compatible and the Anthropic format, streamed. */
export async function openModelServer(script: ModelScript): Promise<ModelServer> {
  const asked: AskedModel[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request))
    const isAnthropic = request.url?.endsWith('/messages') === true
    const model = isAnthropic ? fromAnthropic(body) : fromOpenAi(body)
    asked.push(model)
    headers.push(request.headers)
    const line = script(model)
    if (line.status !== undefined) {
      response.writeHead(line.status, {
        'content-type': 'application/json',
        ...(line.retryAfter === undefined ? {} : { 'retry-after': line.retryAfter }),
      })
      response.end(JSON.stringify({ type: 'error', error: { type: 'error', message: `status ${line.status}` } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const parts = isAnthropic ? anthropicParts(line) : openAiParts(line)
    if (line.drops === true) {
      response.write(parts.slice(0, 2).join(''))
      setImmediate(() => response.destroy())
      return
    }
    await writeAll(response, parts)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    headers,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Each part in a packet of its own, as a real model sends them. */
async function writeAll(response: ServerResponse, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    response.write(part)
    await new Promise(setImmediate)
  }
  response.end()
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies of two foreign formats, read by this fake server only
type Body = any

const plain = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: Body) => part.text ?? '').join('')
      : ''

function fromOpenAi({ messages, tools = [] }: Body): AskedModel {
  const last = messages.findLastIndex(({ role }: Body) => role === 'assistant')
  return {
    system: plain(messages.find(({ role }: Body) => role === 'system')?.content),
    task: plain(messages.find(({ role }: Body) => role === 'user')?.content),
    step: messages.filter(({ role }: Body) => role === 'assistant').length,
    results: messages.slice(last + 1).flatMap(({ role, content }: Body) => (role === 'tool' ? [plain(content)] : [])),
    tools: tools.map((tool: Body) => tool.function.name),
  }
}

function fromAnthropic({ system, messages, tools = [] }: Body): AskedModel {
  return {
    system: plain(system),
    task: plain(messages[0]?.content),
    step: messages.filter(({ role }: Body) => role === 'assistant').length,
    results: (messages.at(-1)?.content ?? []).flatMap((part: Body) =>
      part.type === 'tool_result' ? [plain(part.content)] : [],
    ),
    tools: tools.map((tool: Body) => tool.name),
  }
}

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const inputText = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input))

/** Two halves, as streamed arguments arrive. */
const halves = (text: string): readonly string[] => {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? []

let lastCall = 0
const callId = (): string => {
  lastCall += 1
  return `call_${lastCall}`
}

function openAiParts({ text = '', calls = [] }: SaidLine): readonly string[] {
  const chunk = (delta: unknown, more: object = {}) =>
    sse({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, delta, ...more }],
    })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...words(text).map(content => chunk({ content })),
    ...calls.flatMap(([name, input], index) => {
      const [first = '', second = ''] = halves(inputText(input))
      const start = { index, id: callId(), type: 'function', function: { name, arguments: first } }
      return [chunk({ tool_calls: [start] }), chunk({ tool_calls: [{ index, function: { arguments: second } }] })]
    }),
    chunk({}, { finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' }),
    sse({ id: 'x', choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }),
    sse('[DONE]'),
  ]
}

function anthropicParts({ text = '', calls = [] }: SaidLine): readonly string[] {
  const part = (data: { readonly type: string; readonly [key: string]: unknown }) => sse(data, data.type)
  const usage = { input_tokens: 100, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'fake', content: [], stop_reason: null, usage }
  const block = (index: number, content_block: object, deltas: readonly object[]) => [
    part({ type: 'content_block_start', index, content_block }),
    ...deltas.map(delta => part({ type: 'content_block_delta', index, delta })),
    part({ type: 'content_block_stop', index }),
  ]
  const texts = text === '' ? 0 : 1
  return [
    part({ type: 'message_start', message: { ...message, stop_sequence: null } }),
    ...(text === ''
      ? []
      : block(
          0,
          { type: 'text', text: '' },
          words(text).map(one => ({ type: 'text_delta', text: one })),
        )),
    ...calls.flatMap(([name, input], i) =>
      block(
        texts + i,
        { type: 'tool_use', id: callId(), name, input: {} },
        halves(inputText(input)).map(partial_json => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    part({
      type: 'message_delta',
      delta: { stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 10 },
    }),
    part({ type: 'message_stop' }),
  ]
}
