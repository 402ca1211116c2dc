import type {
  AgentModel,
  CallResult,
  ConversationSetup,
  ModelStep,
  StepOptions,
} from '../../src/runtime/agent/model.ts'

/** What a scripted model says in one step: text, calls, or a failure. */
export interface Line {
  readonly text?: string
  readonly calls?: readonly (readonly [tool: string, input: unknown])[]
  readonly fails?: Error
  readonly tokens?: number
  /** Never answers, until the run ends. */
  readonly hangs?: true
}

/** What the model was given before a step. */
export interface Heard {
  readonly system: string
  readonly tools: readonly string[]
  /** Everything that was said to it so far. */
  readonly said: readonly string[]
  /** The results of the calls of its last step. */
  readonly results: readonly CallResult[]
}

type Script = (heard: Heard, step: number) => Line

/** A model that follows a script: a list of lines for one conversation, or a function for any number of them. */
export function scriptedModel(script: readonly Line[] | Script) {
  const conversations: Heard[] = []
  const model: AgentModel = {
    name: 'scripted',
    open: async ({ system, tools }: ConversationSetup) => {
      const said: string[] = []
      let results: readonly CallResult[] = []
      let step = 0
      const heard: Heard = {
        system,
        tools: tools.map(({ name }) => name),
        said,
        get results() {
          return results
        },
      }
      conversations.push(heard)
      return {
        say: text => void said.push(text),
        answer: given => {
          results = given
        },
        step: async ({ signal, onText }: StepOptions): Promise<ModelStep> => {
          const line = typeof script === 'function' ? script(heard, step) : (script[step] ?? { text: 'done' })
          step += 1
          if (line.hangs === true) await new Promise(resolve => signal.addEventListener('abort', resolve))
          if (line.fails !== undefined) throw line.fails
          if (line.text !== undefined) onText(line.text)
          return {
            text: line.text ?? '',
            calls: (line.calls ?? []).map(([tool, input], i) => ({ id: `call-${step}-${i + 1}`, tool, input })),
            usage: { inputTokens: line.tokens ?? 10, outputTokens: 1 },
          }
        },
      }
    },
  }
  return { model, conversations }
}
