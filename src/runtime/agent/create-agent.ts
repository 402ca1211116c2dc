import { resolve } from 'node:path'
import { type Faults, ok } from '../../core/fault.ts'
import { openSkills } from '../../io/skills/skill-folders.ts'
import { openTranscript } from '../../io/transcript-file.ts'
import { execSessions } from '../../tools/families/exec-sessions.ts'
import { registerTools } from '../../tools/register-tools.ts'
import { collaborationTools } from '../agents/collaboration-tools.ts'
import { GateError, type OpenedGate, type OpenGateOptions, openGate } from '../open-gate.ts'
import { addTools } from '../tools/add-tools.ts'
import { type BuiltInOptions, builtInTools } from '../tools/built-in-tools.ts'
import { execTools } from '../tools/exec/exec-tools.ts'
import type { CustomTool } from '../tools/runtime-tool.ts'
import { type Agent, type AgentSettings, newAgent } from './agent.ts'
import { type SaidEntry, transcriptLine } from './transcript.ts'

export interface CreateAgentOptions
  extends AgentSettings,
    Omit<OpenGateOptions, 'cwd' | 'workspace' | 'session' | 'tools'>,
    Pick<BuiltInOptions, 'searchEngine' | 'onPlan'>,
    Partial<Pick<BuiltInOptions, 'human'>> {
  /** The directory that the agent works in. Relative paths start there. */
  readonly workspace: string
  /** Your own tools, in addition to the built-in ones. */
  readonly tools?: readonly CustomTool[]
  /** The names of the tools that the agent gets; by default all. */
  readonly only?: readonly string[]
  /** Directories with skills: folders with a `SKILL.md`. */
  readonly skills?: readonly string[]
  /** A file for the transcript: JSON lines, without secrets. */
  readonly transcript?: string
  /** More variables for every command. */
  readonly variables?: Readonly<Record<string, string>>
}

export interface OpenAgent extends Agent {
  readonly gate: OpenedGate
  /** Kills programs that still run and closes the journal. Call it when no task runs any more. */
  close(): Promise<void>
}

/**
 * Creates an agent that works in a directory with the built-in tools, each call behind the gate and in the fence. Throws a
 * `GateError` if the gate cannot be opened.
 *
 * @example
 * const agent = await createAgent({ workspace: '.', model: anthropic('claude-sonnet-5'), approve: async () => 'deny' })
 * const { text } = await agent.run('Why does the test fail?').result
 */
export async function createAgent(options: CreateAgentOptions): Promise<OpenAgent> {
  const { parallelCalls = 1 } = options
  if (!Number.isSafeInteger(parallelCalls) || parallelCalls < 1)
    throw new GateError([{ code: 'validation', message: '`parallelCalls` must be a whole number above zero' }])
  const workspace = resolve(options.workspace)
  const sessions = execSessions()
  const { variables = {}, env } = options
  const exec = execTools({ sessions, variables, ...(env === undefined ? {} : { env }) })
  const skills = openSkills((options.skills ?? []).map(path => resolve(workspace, path)))
  const judging = registerTools(options.tools ?? [])
  if (!judging.ok) throw new GateError(judging.faults)
  const gate = await openGate({
    ...options,
    cwd: workspace,
    workspace: [workspace],
    tools: {
      ...judging.value,
      sessions,
      gatesAgents: true,
      resolveSkill: skills.resolveSkill,
      skillDirectory: skills.skillDirectory,
    },
  })
  const { policies, ports } = gate
  const builtIn = [
    ...builtInTools({
      ...options,
      human: options.human ?? null,
      clock: ports.clock,
      humanTimeoutMs: policies.approvals.humanTimeoutMs ?? null,
      policies: () => policies,
      skills: { skills, runCommand: exec.runCommand },
    }),
    ...exec.tools,
  ]
  const transcript = options.transcript === undefined ? ok(null) : openTranscript(resolve(options.transcript))
  const set = addTools([...builtIn, ...collaborationTools(null)], options.tools ?? [])
  if (!set.ok) return refuse(gate, set.faults)
  if (!transcript.ok) return refuse(gate, transcript.faults)
  const lines = transcript.value
  const write = (entry: SaidEntry) => lines?.append(transcriptLine(entry, ports.clock.now()))
  const names = new Set<string>(collaborationTools(null).map(({ name }) => name))
  const { only } = options
  const tools = set.value.tools.filter(({ name }) => !names.has(name) && (only === undefined || only.includes(name)))
  const agent = newAgent({
    ...options,
    gate,
    ports,
    policies,
    workspace,
    tools,
    write,
    endRun: exec.endRun,
  })
  return {
    ...agent,
    gate,
    close: async () => {
      await exec.close()
      await gate.close()
      lines?.close()
    },
  }
}

/** Closes the gate again, so that no lock of the journal stays behind. */
async function refuse(gate: OpenedGate, faults: Faults): Promise<never> {
  await gate.close()
  throw new GateError(faults)
}
