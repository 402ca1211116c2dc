import * as v from 'valibot'
import type { JournalEvent, RunEnded } from '../../src/audit/event.ts'
import { subagentLimits } from '../../src/core/subagent-limits.ts'
import { ToolFailure } from '../../src/gate/tool-failure.ts'
import { type AgentParts, newAgent } from '../../src/runtime/agent/agent.ts'
import type { AgentEvent, AgentResult } from '../../src/runtime/agent/agent-event.ts'
import type { SaidEntry } from '../../src/runtime/agent/transcript.ts'
import { defineRuntimeTool } from '../../src/runtime/tools/runtime-tool.ts'
import { balanced, openGate } from '../requirements/open-gate.ts'
import type { Heard, Line } from './scripted-model.ts'
import { scriptedModel } from './scripted-model.ts'

/** Commands that ran, and the agents that ran them. */
export interface Ran {
  readonly command: string
  readonly agents: readonly string[]
}

/** A shell that records its commands instead of running them; `sleep 1` never ends, `break` fails. */
const recordingShell = (ran: Ran[]) =>
  defineRuntimeTool({
    name: 'shell_command',
    description: 'Runs a command.',
    input: v.object({ command: v.string() }),
    run: async ({ command }, { call, signal }) => {
      ran.push({ command, agents: call.place.agents })
      if (command === 'sleep 1') await new Promise(resolve => signal.addEventListener('abort', resolve))
      if (command === 'break') throw new ToolFailure('tool_failed', 'it broke')
      return { text: `ran ${command}` }
    },
  })

type Options = Parameters<typeof openGate>[0] &
  Partial<Pick<AgentParts, 'budget' | 'prices' | 'modelFor' | 'instructions' | 'tools'>> & {
    readonly limits?: Parameters<typeof subagentLimits>[0]
  }

/** An agent with a scripted model, a fake gate and a shell that only records. */
export function agentWith(
  script: readonly Line[] | ((heard: Heard, step: number) => Line),
  { budget, prices, modelFor, instructions, tools, limits, ...gateOptions }: Options = {},
) {
  const opened = openGate({ tools: { gatesAgents: true }, ...gateOptions })
  const { model, conversations } = scriptedModel(script)
  const ran: Ran[] = []
  const transcript: SaidEntry[] = []
  let id = 0
  const parts: AgentParts = {
    gate: opened.gate,
    ports: { newId: () => `run-${++id}`, clock: opened.clock },
    policies: {
      subagents: limits === undefined ? (gateOptions.policies ?? balanced).subagents : subagentLimits(limits),
    },
    workspace: '/home/dev/project',
    tools: tools ?? [recordingShell(ran)],
    model,
    write: entry => void transcript.push(entry),
    ...(budget === undefined ? {} : { budget }),
    ...(prices === undefined ? {} : { prices }),
    ...(modelFor === undefined ? {} : { modelFor }),
    ...(instructions === undefined ? {} : { instructions }),
  }
  const agent = newAgent(parts)
  /** Runs a task to its end and collects the events. */
  async function run(task = 'do it', signal?: AbortSignal) {
    const working = agent.run(task, signal === undefined ? {} : { signal })
    const events: AgentEvent[] = []
    for await (const event of working) events.push(event)
    return { events, result: await working.result }
  }
  return { ...opened, parts, agent, run, ran, conversations, transcript }
}

export const typesOf = (events: readonly AgentEvent[]): readonly string[] => events.map(({ type }) => type)

export const callTypes = (events: readonly AgentEvent[]): readonly string[] =>
  typesOf(events).filter(type => /^(?:tool_call|approval)_/.test(type))

export const runEnds = (events: readonly JournalEvent[]): readonly RunEnded[] =>
  events.flatMap(event =>
    event.type === 'run_completed' || event.type === 'run_failed' || event.type === 'run_cancelled' ? [event] : [],
  )

/** Waits until a condition holds, one turn of the event loop at a time. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; turns < 10_000; turns += 1) {
    if (holds()) return
    await new Promise(setImmediate)
  }
  throw new Error('it never happened')
}

export type { AgentResult }
