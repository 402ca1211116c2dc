import { visible } from '../../core/wording/visible.ts'
import type { Approver } from '../../gate/ports.ts'
import { readLineage } from '../../io/processes/lineage.ts'
import { parseDuration } from '../../policy/read/duration.ts'
import type { AgentResult } from '../../runtime/agent/agent-event.ts'
import { createAgent } from '../../runtime/agent/create-agent.ts'
import { GateError } from '../../runtime/open-gate.ts'
import type { Human } from '../../runtime/tools/interaction/human.ts'
import { defineCommand } from '../define-command.ts'
import { terminalApprover } from '../prompt/terminal-approver.ts'
import { terminalHuman } from '../prompt/terminal-human.ts'
import { whyNoPerson } from '../run/why-no-person.ts'
import { hasTerminal } from '../terminal/confirm.ts'
import { counted } from '../terminal/counted.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { ParsedOptions } from '../terminal/options.ts'
import { failed, failedWith, usageError } from '../terminal/outcome.ts'
import { type Painter, stdoutPainter } from '../terminal/painter.ts'
import { type LiveView, newLiveView } from './live-view.ts'
import { modelHelp, openModel } from './open-model.ts'

export const agentCommand = defineCommand({
  help: `usage: sallyport agent "TASK" --model PROVIDER:NAME [options]

Lets a model work on a task in this directory. Each of its calls passes the gate and runs in the
fence; you are asked here where the policy asks. Sub-agents that it starts have the same limits.

  --model MODEL      anthropic:NAME, openai:NAME, or openai-compatible:NAME with --base-url
  --base-url URL     the address of the model's server: http://localhost:11434/v1
  --tokens COUNT     asks you before it uses more tokens than this
  --time TIME        asks you before it works longer than this: 10m, 1h
  --transcript FILE  appends everything that was said and done to this file, without secrets
  --json             prints the events as JSON lines

The key comes from ANTHROPIC_API_KEY or OPENAI_API_KEY. Agents need two more packages:
  npm install -g ai @ai-sdk/anthropic            (or @ai-sdk/openai-compatible)

exit codes: 0 done, 2 failed or cancelled, 64 usage
`,
  options: {
    model: { type: 'string' },
    'base-url': { type: 'string' },
    tokens: { type: 'string' },
    time: { type: 'string' },
    transcript: { type: 'string' },
    json: { type: 'boolean' },
  },
  operands: { least: 1, most: 1, otherwise: 'give one task, in quotes: `sallyport agent "fix the tests" --model …`' },
  async run(options) {
    const chosen = options.text('model')
    if (chosen === undefined) return usageError(`choose a model with --model: ${modelHelp}`)
    const budget = readBudget(options)
    if (typeof budget === 'string') return usageError(budget)
    const model = await openModel({ model: chosen, baseUrl: options.text('base-url'), env: process.env })
    if (!model.ok) return failedWith(model.faults)
    const noPerson = hasTerminal() ? whyNoPerson(readLineage()) : 'there is no terminal'
    const transcript = options.text('transcript')
    const view = newLiveView({
      write: text => void process.stdout.write(text),
      paint: stdoutPainter(),
      width: () => process.stdout.columns ?? 100,
      progress: process.stdout.isTTY === true,
      now: () => Date.now(),
    })
    try {
      const agent = await createAgent({
        workspace: process.cwd(),
        model: model.value,
        automation: noPerson !== null,
        ...(noPerson === null ? personAt(view) : { approve: [] }),
        budget,
        ...(transcript === undefined ? {} : { transcript }),
      })
      const result = await watch(agent.run(options.operands[0] ?? ''), options.flag('json') ? null : view)
      await agent.close()
      return result
    } catch (thrown) {
      if (thrown instanceof GateError) return failed(thrown.message)
      throw thrown
    }
  },
})

type Task = ReturnType<Awaited<ReturnType<typeof createAgent>>['run']>

/** The person at this terminal, who approves calls and answers the questions of agents. Both have the screen meanwhile. */
function personAt({ aside }: Pick<LiveView, 'aside'>): { readonly approve: Approver; readonly human: Human } {
  const [approver, human] = [terminalApprover(), terminalHuman()]
  return {
    approve: { ...approver, request: (...asked) => aside(() => approver.request(...asked)) },
    human: { ask: (...asked) => aside(() => human.ask(...asked)) },
  }
}

/** Shows the events until the task ends, as JSON without a view. Ctrl-C stops the task, and a second one the program. */
async function watch(task: Task, view: LiveView | null): Promise<number> {
  const stop = () => task.cancel('stopped at the terminal')
  process.once('SIGINT', stop)
  const ticking = setInterval(() => view?.tick(), 1_000)
  for await (const event of task) {
    if (view === null) process.stdout.write(`${JSON.stringify(event)}\n`)
    else view.show(event)
  }
  clearInterval(ticking)
  view?.end()
  process.off('SIGINT', stop)
  const result = await task.result
  process.stdout.write(
    view === null ? `${JSON.stringify({ type: 'result', ...result })}\n` : summaryOf(result, stdoutPainter()),
  )
  return result.outcome === 'completed' ? exitCodes.allow : exitCodes.deny
}

export function summaryOf({ outcome, reason, steps, spent, session }: AgentResult, paint: Painter): string {
  const tokens = (spent.inputTokens + spent.outputTokens).toLocaleString('en')
  const cost = spent.cost === null ? '' : `, cost ${spent.cost.toFixed(2)}`
  const facts = `${counted(steps, 'step')}, ${tokens} tokens${cost}, ${Math.round(spent.wallMs / 1_000)} s of work`
  const end = outcome === 'completed' ? paint.allow('done') : paint.deny(`${outcome}: ${visible(reason ?? '')}`)
  return `\n${end} ${paint.dim(`(${facts}; session ${session})`)}\n`
}

/** The budgets of the command line, or what is wrong with them. */
function readBudget(options: ParsedOptions<'tokens' | 'time', string>) {
  const [tokens, time] = [options.text('tokens'), options.text('time')]
  const count = tokens === undefined ? null : Number(tokens)
  const wallMs = time === undefined ? null : parseDuration(time)
  if (count !== null && !(Number.isSafeInteger(count) && count > 0)) return '--tokens must be a whole number above zero'
  if (time !== undefined && wallMs === null) return '--time must be a time such as `90s` or `10m`'
  return { ...(count === null ? {} : { tokens: count }), ...(wallMs === null ? {} : { wallMs }) }
}
