import * as v from 'valibot'
import type { Clock } from '../../core/clock.ts'
import { ToolFailure } from '../../gate/tool-failure.ts'
import { defineRuntimeTool, type RuntimeTool, type ToolOutput } from '../tools/runtime-tool.ts'
import type { Child } from './child.ts'
import { answerOf, failureWords, type Subagents } from './subagents.ts'

export interface Collaboration {
  readonly subagents: Subagents
  readonly clock: Clock
}

const start = {
  prompt: v.pipe(v.string(), v.description('The whole task. The sub-agent sees nothing of this conversation.')),
  name: v.optional(v.pipe(v.string(), v.description('A short name, such as lint-fixer.'))),
  model: v.optional(v.pipe(v.string(), v.description('The id of another model.'))),
  tools: v.optional(v.pipe(v.array(v.string()), v.description('The tools it needs, of those that you have.'))),
}
const id = v.pipe(v.string(), v.description('The id that spawn_agent returned.'))

/** The tools that start and steer sub-agents. Without a limiter behind them, they are blocked (R166). */
export function collaborationTools(context: Collaboration | null): readonly RuntimeTool[] {
  const within = (): Collaboration => {
    if (context === null) throw new ToolFailure('tool_failed', 'sub-agents are not available here')
    return context
  }
  return [
    defineRuntimeTool({
      name: 'run_agent',
      description:
        'Starts a sub-agent, waits for it and returns its answer. Several calls in one step work in parallel.',
      input: v.object(start),
      run: async (input, { signal }) => {
        const child = await within().subagents.start(input, signal)
        const stop = () => void child.close('the call was cancelled')
        signal.addEventListener('abort', stop, { once: true })
        const end = await child.settled()
        signal.removeEventListener('abort', stop)
        return { text: answerOf(child, end), data: { id: child.id } }
      },
    }),
    defineRuntimeTool({
      name: 'spawn_agent',
      description: 'Starts a sub-agent and returns its id at once. Use wait to get its answer.',
      input: v.object(start),
      run: async (input, { signal }) => {
        const child = await within().subagents.start(input, signal)
        return { text: `started ${child.id}`, data: { id: child.id } }
      },
    }),
    defineRuntimeTool({
      name: 'wait',
      description: 'Waits until sub-agents have finished, and returns their answers. Without ids it waits for all.',
      input: v.object({
        ids: v.optional(v.array(id)),
        timeout_ms: v.optional(v.pipe(v.number(), v.minValue(0), v.description('How long to wait. Default: 120000.'))),
      }),
      run: async ({ ids, timeout_ms = 120_000 }, { signal }) => {
        const { subagents, clock } = within()
        const children = ids === undefined ? subagents.all() : ids.map(subagents.find)
        await settledWithin(children, { ms: Math.min(timeout_ms, 600_000), clock, signal })
        return reportOn(children)
      },
    }),
    defineRuntimeTool({
      name: 'send_input',
      description:
        'Sends a message to a sub-agent. One that works reads it after its current step; an idle one starts to work again.',
      input: v.object({ id, message: v.string() }),
      run: async ({ id: of, message }, { signal }) => {
        const { subagents } = within()
        const child = subagents.find(of)
        if (child.status() === 'closed') throw new ToolFailure('not_found', 'the sub-agent is closed; resume it first')
        if (isBusy(child)) child.tell(message)
        else await subagents.goOn(child, { prompt: message, kind: 'continue' }, signal)
        return reportOn([child])
      },
    }),
    defineRuntimeTool({
      name: 'close_agent',
      description: 'Stops a sub-agent. It keeps its history and can be resumed.',
      input: v.object({ id }),
      run: async ({ id: of }) => {
        const child = within().subagents.find(of)
        await child.close('it was closed by the agent that started it')
        return reportOn([child])
      },
    }),
    defineRuntimeTool({
      name: 'resume_agent',
      description: 'Lets a closed, failed or finished sub-agent work again, with its history.',
      input: v.object({ id, prompt: v.optional(v.pipe(v.string(), v.description('What it should do now.'))) }),
      run: async ({ id: of, prompt = 'Go on with your task.' }, { signal }) => {
        const { subagents } = within()
        const child = subagents.find(of)
        if (isBusy(child)) return reportOn([child])
        await subagents.goOn(child, { prompt, kind: 'start' }, signal)
        return reportOn([child])
      },
    }),
  ]
}

const isBusy = (child: Child): boolean => child.status() === 'working' || child.status() === 'waiting'

/** Returns when all have ended, the time is up, or the call is cancelled. */
function settledWithin(
  children: readonly Child[],
  { ms, clock, signal }: { readonly ms: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
    void Promise.all(children.map(child => child.settled())).then(end)
  })
}

/** Status and answer of each. Why one failed is in the journal. */
async function reportOn(children: readonly Child[]): Promise<ToolOutput> {
  const rows = await Promise.all(children.map(reportRow))
  return {
    text: rows.length === 0 ? 'there are no sub-agents' : rows.map(({ text }) => text).join('\n\n'),
    data: rows.map(({ id: of, status, answer }) => ({ id: of, status, answer })),
  }
}

async function reportRow(child: Child) {
  const status = child.status()
  const answer = status === 'done' ? child.answer() : null
  const words = status === 'failed' ? failureWords(await child.settled()) : (answer ?? '')
  return { id: child.id, status, answer, text: `${child.id}: ${status}${words === '' ? '' : `\n${words}`}` }
}
