/** An agent's instructions and tools. Plain data, so that a sub-agent gets a copy of its own (R161). */
export interface AgentConfig {
  /** Its place in the tree: 0 for the main agent. */
  readonly depth: number
  /** The names of its tools. */
  readonly tools: readonly string[]
  /** The id of its model; null for the model that the run was started with. */
  readonly model: string | null
  /** Text of the integrator or the user for every agent of the run. */
  readonly instructions: string
}

/** A parent's request when it starts a sub-agent. */
export interface ChildRequest {
  readonly prompt: string
  readonly name?: string | undefined
  readonly model?: string | undefined
  /** The tools that it needs, of those that the parent has. */
  readonly tools?: readonly string[] | undefined
}

/** The tools that start and steer sub-agents. An agent at the last level has none of them (R154). */
export const collaborationNames = [
  'run_agent',
  'spawn_agent',
  'wait',
  'send_input',
  'close_agent',
  'resume_agent',
] as const

/**
 * The configuration of a sub-agent: a deep copy of its parent's. INVARIANT: it has no tool that its parent does not have.
 */
export function childConfig(parent: AgentConfig, request: ChildRequest, maxDepth: number): AgentConfig {
  const copy = structuredClone(parent)
  const depth = copy.depth + 1
  const wanted = request.tools
  const hidden: readonly string[] = depth >= maxDepth ? collaborationNames : []
  return {
    ...copy,
    depth,
    model: request.model ?? copy.model,
    tools: copy.tools.filter(
      name => !hidden.includes(name) && (wanted === undefined || wanted.includes(name) || isCollaboration(name)),
    ),
  }
}

const isCollaboration = (name: string): boolean => collaborationNames.some(one => one === name)
