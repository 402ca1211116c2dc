import * as v from 'valibot'
import type { Clock } from '../../../core/clock.ts'
import type { Running } from '../../../gate/run-call.ts'
import { ToolFailure } from '../../../gate/tool-failure.ts'
import { defineRuntimeTool, type RuntimeTool } from '../runtime-tool.ts'
import type { Human, HumanOption, HumanQuestion } from './human.ts'

export interface AskOptions {
  /** Null: no person can be reached. */
  readonly human: Human | null
  readonly clock: Clock
  /** How long to wait for each answer. Null: without a limit. */
  readonly humanTimeoutMs: number | null
}

const option = v.union([v.string(), v.looseObject({ label: v.string(), description: v.optional(v.string()) })])
const wait = v.optional(
  v.pipe(v.number(), v.minValue(1, 'at least 1'), v.description('How long to wait for the answer.')),
)

/** The tools with which an agent asks the person it works for. */
export const askTools = (options: AskOptions): readonly RuntimeTool[] => [
  defineRuntimeTool({
    name: 'ask_human',
    description: 'Asks the person one question and returns the answer. Ask only what you cannot find out yourself.',
    input: v.object({
      question: v.pipe(v.string(), v.nonEmpty('not empty')),
      options: v.optional(v.pipe(v.array(option), v.description('Answers to choose from.'))),
      allow_freeform: v.optional(v.pipe(v.boolean(), v.description('Whether another answer is fine too.'))),
      header: v.optional(v.string()),
      context: v.optional(v.string()),
      timeout_ms: wait,
    }),
    otherKeys: { prompt: 'question', choices: 'options', human_timeout_ms: 'timeout_ms' },
    run: async (
      { question, options: choices = [], allow_freeform = true, header = null, context, timeout_ms },
      running,
    ) => {
      const text = context === undefined ? question : `${context}\n\n${question}`
      const asked = { id: 'answer', header, text, options: choices.map(read), isOpen: allow_freeform }
      const answer = await askOne(asked, running, { ...options, timeoutMs: timeout_ms })
      return { text: answer, data: { answer } }
    },
  }),
  defineRuntimeTool({
    name: 'request_user_input',
    description: 'Asks the person one to four questions with answers to choose from, one after the other.',
    input: v.object({
      questions: v.pipe(
        v.array(
          v.looseObject({
            id: v.optional(v.string()),
            header: v.optional(v.string()),
            question: v.string(),
            options: v.optional(v.array(option)),
          }),
        ),
        v.minLength(1, 'a list with one question or more'),
        v.maxLength(4, 'a list of at most four questions'),
      ),
      timeout_ms: wait,
    }),
    otherKeys: { human_timeout_ms: 'timeout_ms' },
    run: async ({ questions, timeout_ms }, running) => {
      const answers: Record<string, string> = {}
      for (const [i, { id, header = null, question, options: choices = [] }] of questions.entries()) {
        const asked = {
          id: id ?? `question_${i + 1}`,
          header,
          text: question,
          options: choices.map(read),
          isOpen: true,
        }
        answers[asked.id] = await askOne(asked, running, { ...options, timeoutMs: timeout_ms })
      }
      return {
        text: Object.entries(answers)
          .map(([id, answer]) => `${id}: ${answer}`)
          .join('\n'),
        data: { answers },
      }
    },
  }),
]

const read = (given: v.InferOutput<typeof option>): HumanOption =>
  typeof given === 'string'
    ? { label: given, description: null }
    : { label: given.label, description: given.description ?? null }

interface Waiting extends AskOptions {
  /** A shorter wait that the call asks for. */
  readonly timeoutMs: number | undefined
}

/** Waits for one answer, until the time is up or the call is cancelled. The person's channel is told either way. */
async function askOne(
  asked: Omit<HumanQuestion, 'agents' | 'timeoutMs'>,
  { call, signal }: Running,
  { human, clock, humanTimeoutMs, timeoutMs }: Waiting,
): Promise<string> {
  if (human === null)
    throw new ToolFailure('human_required', 'no person can be asked here; decide yourself, or end with what you know')
  const ms = Math.min(humanTimeoutMs ?? Infinity, timeoutMs ?? Infinity)
  const question = { ...asked, agents: call.place.agents, timeoutMs: ms === Infinity ? null : ms }
  const giveUp = new AbortController()
  const either = AbortSignal.any([signal, giveUp.signal])
  const late = new Promise<never>((_, reject) => {
    const fail = (code: 'timeout' | 'cancelled', message: string) => reject(new ToolFailure(code, message))
    signal.addEventListener('abort', () => fail('cancelled', 'the question was withdrawn'), { once: true })
    if (ms !== Infinity)
      giveUp.signal.addEventListener('abort', () => fail('timeout', `no answer in ${ms} ms`), { once: true })
  })
  const cancelTimer = ms === Infinity ? () => {} : clock.after(ms, () => giveUp.abort())
  try {
    const answer = await Promise.race([human.ask(question, either), late])
    if (answer === null)
      throw new ToolFailure('human_required', 'the person gave no answer; decide yourself, or end with what you know')
    if (question.isOpen || question.options.length === 0) return answer
    if (question.options.some(({ label }) => label === answer)) return answer
    throw new ToolFailure('tool_failed', 'the answer is not one of the options')
  } finally {
    cancelTimer()
  }
}
