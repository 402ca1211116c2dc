import { type FailureCode, ToolFailure } from '../../gate/tool-failure.ts'
import type { RunEnd } from '../run.ts'
import { type AgentConfig, type ChildRequest, childConfig } from './agent-config.ts'
import { type Child, newChild, type ParentAgent } from './child.ts'
import type { AgentFamily } from './family.ts'

/**
 * The sub-agents of one agent. It sees no others: not its siblings, not their children. Failures are generic (R165): the
 * journal has the details.
 */
export interface Subagents {
  /** Starts a sub-agent; returns when it works. Throws a `ToolFailure`. */
  start(request: ChildRequest, signal: AbortSignal): Promise<Child>
  /** Starts another turn of an idle one. Throws a `ToolFailure`. */
  goOn(
    child: Child,
    turn: { readonly prompt: string; readonly kind: 'start' | 'continue' },
    signal: AbortSignal,
  ): Promise<void>
  /** Throws a `ToolFailure` if there is none with this id. */
  find(id: string): Child
  all(): readonly Child[]
  /** Stops all of them and waits until they have ended. */
  close(): Promise<void>
}

export function newSubagents(family: AgentFamily, parent: ParentAgent, config: AgentConfig): Subagents {
  const children = new Map<string, Child>()

  async function goOn(child: Child, prompt: string, kind: 'start' | 'continue', signal: AbortSignal): Promise<void> {
    const begun = await child.begin(prompt, kind, signal)
    if (begun.ok) return
    const { code } = begun.faults[0]
    throw new ToolFailure(code === 'cancelled' || code === 'validation' ? code : 'tool_failed', notStarted)
  }

  return {
    start: async (request, signal) => {
      const maxDepth = family.limiter?.limits.depth ?? 0
      const id = freeName(request.name, children)
      const child = newChild(family, parent, id, childConfig(config, request, maxDepth))
      children.set(id, child)
      try {
        await goOn(child, request.prompt, 'start', signal)
      } catch (failure) {
        children.delete(id)
        throw failure
      }
      return child
    },
    goOn: (child, { prompt, kind }, signal) => goOn(child, prompt, kind, signal),
    find: id => {
      const child = children.get(id)
      if (child === undefined) throw new ToolFailure('not_found', 'there is no sub-agent with this id')
      return child
    },
    all: () => [...children.values()],
    close: async () => {
      await Promise.all([...children.values()].map(child => child.close('the agent that started it has ended')))
    },
  }
}

const notStarted = 'the sub-agent could not be started'

/** The answer of an ended turn. Throws the generic failure of a turn that did not complete. */
export function answerOf(child: Child, end: RunEnd | null): string {
  if (end?.outcome === 'completed') return child.answer() ?? ''
  throw new ToolFailure(failureOf(end), failureWords(end))
}

export const failureWords = (end: RunEnd | null): string =>
  end?.errorKind === 'timeout'
    ? 'the sub-agent did not finish in time'
    : end?.outcome === 'cancelled'
      ? 'the sub-agent was stopped'
      : 'the sub-agent failed'

const failureOf = (end: RunEnd | null): FailureCode =>
  end?.errorKind === 'timeout' ? 'timeout' : end?.outcome === 'cancelled' ? 'cancelled' : 'tool_failed'

/** A name that people can read in a question, and that no sibling has. */
function freeName(wanted: string | undefined, taken: ReadonlyMap<string, Child>): string {
  const name = (wanted ?? '').replaceAll(/[^\w.-]+/g, '-').slice(0, 40) || 'agent'
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`
}
