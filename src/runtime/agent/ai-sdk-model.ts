import type { LanguageModel, ModelMessage, ToolResultPart, ToolSet } from 'ai'
import { redact } from '../../audit/redaction/redact.ts'
import type { ErrorKind } from '../../core/fault.ts'
import {
  type AgentModel,
  type CallResult,
  type Conversation,
  type ConversationSetup,
  type ModelCall,
  ModelFailure,
  type ModelStep,
  type StepOptions,
} from './model.ts'

/** A model of the AI SDK, from any of its providers. The SDK is loaded when the first conversation starts. */
export interface SdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
}

type Sdk = Pick<typeof import('ai'), 'streamText' | 'jsonSchema' | 'APICallError'>

/**
 * Lets an agent use a model of the AI SDK.
 *
 * @example
 * aiSdkModel(createAnthropic()('claude-sonnet-5'))
 */
export const aiSdkModel = (model: SdkModel): AgentModel => ({
  name: model.modelId,
  open: async setup => converse(await loadSdk(), model, setup),
})

/** The command that installs what is missing. */
export const installSdk = 'npm install ai'

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('ai')
  } catch {
    throw new ModelFailure(`agents need the package \`ai\`; install it with \`${installSdk}\``, {
      kind: 'config_error',
      retryable: false,
    })
  }
}

function converse(sdk: Sdk, model: SdkModel, { system, tools }: ConversationSetup): Conversation {
  const messages: ModelMessage[] = []
  // The tools have no `execute`: the loop runs every call through the gate, the SDK runs none.
  const offered: ToolSet = Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      // The SDK's type for JSON Schema is narrower than JSON.
      { description, inputSchema: sdk.jsonSchema(parameters as Parameters<Sdk['jsonSchema']>[0]) },
    ]),
  )

  async function step({ signal, onText }: StepOptions): Promise<ModelStep> {
    const result = sdk.streamText({
      // Every provider's models fit; their exact type depends on the version of the SDK.
      model: model as LanguageModel,
      system,
      messages: [...messages],
      tools: offered,
      abortSignal: signal,
      maxRetries: 0,
      // Without this the SDK prints errors.
      onError: () => {},
    })
    const calls: ModelCall[] = []
    let text = ''
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw cancelled()
      if (part.type === 'text-delta') {
        text += part.text
        onText(part.text)
      }
      if (part.type === 'tool-call') calls.push({ id: part.toolCallId, tool: part.toolName, input: part.input })
    }
    const [reason, usage, response] = await Promise.all([result.finishReason, result.usage, result.response])
    if (reason === 'error') throw dropped('the answer of the model broke off')
    if (reason === 'content-filter' && calls.length === 0)
      throw new ModelFailure('the provider filtered the answer of the model', { kind: 'unknown', retryable: false })
    // For calls that it cannot parse, the SDK adds results of its own. Each call has one result, and it comes from the loop.
    messages.push(...response.messages.filter(({ role }) => role === 'assistant'))
    return {
      text,
      calls,
      usage: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
    }
  }

  return {
    say: text => void messages.push({ role: 'user', content: text }),
    answer: results => void messages.push({ role: 'tool', content: results.map(resultPart) }),
    step: async options => {
      try {
        return await step(options)
      } catch (thrown) {
        throw options.signal.aborted ? cancelled() : failureOf(thrown, sdk)
      }
    },
  }
}

const resultPart = ({ id, tool, text, failed, images }: CallResult): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: tool,
  output: failed
    ? { type: 'error-text', value: text }
    : images.length === 0
      ? { type: 'text', value: text }
      : {
          type: 'content',
          value: [
            { type: 'text', text },
            ...images.map(({ mediaType, base64 }) => ({ type: 'image-data' as const, data: base64, mediaType })),
          ],
        },
})

const cancelled = (): ModelFailure =>
  new ModelFailure('the call of the model was cancelled', { kind: 'cancelled', retryable: false })

const dropped = (message: string): ModelFailure => new ModelFailure(message, { kind: 'unknown', retryable: true })

/** Errors of the provider by their status; everything else is a connection that failed. */
function failureOf(thrown: unknown, { APICallError }: Sdk): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown
  if (!APICallError.isInstance(thrown)) return dropped(`the connection to the model failed: ${messageOf(thrown)}`)
  const { statusCode, responseHeaders = {} } = thrown
  // An error after a status of success is an answer that broke off.
  if (statusCode === undefined || statusCode < 400)
    return dropped(`the connection to the model failed: ${messageOf(thrown)}`)
  return new ModelFailure(`the provider answered ${statusCode}: ${messageOf(thrown)}`, {
    kind: kindOfStatus(statusCode),
    retryable: statusCode === 408 || statusCode === 409 || statusCode === 429 || statusCode >= 500,
    retryAfterMs: retryAfter(responseHeaders),
  })
}

/** A wrong key, address or model is a matter of configuration; a request that the provider does not accept is not. */
function kindOfStatus(status: number): ErrorKind {
  if (status === 401 || status === 402 || status === 403 || status === 404) return 'config_error'
  if (status === 400 || status === 413 || status === 422) return 'validation'
  return status === 408 || status === 504 ? 'timeout' : 'unknown'
}

function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN)
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(ms)) return ms
  return Number.isFinite(seconds) ? seconds * 1_000 : null
}

/** Providers repeat parts of a key in their messages. */
const messageOf = (thrown: unknown): string =>
  redact(thrown instanceof Error && thrown.message !== '' ? thrown.message : 'no reason given').text.slice(0, 500)
