import type { ObjectEntries } from 'valibot'
import { fail, ok } from '../../core/fault.ts'
import { type JsonObject, own, ownString } from '../../core/json.ts'
import { limits } from '../../core/limits.ts'
import { change, spawn } from '../effects.ts'
import { each, field, missing } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import { defineTool, type Tool } from '../tool.ts'

interface AgentTool {
  /** Whether it starts an agent, or talks to a running one, whose own calls are judged. */
  readonly does: 'starts' | 'talks'
  /** Whether the call must have a prompt. */
  readonly says: 'prompt' | 'nothing'
  readonly fields: ObjectEntries
}

const promptKeys = ['prompt', 'message', 'items', 'objective']

/** Tools that start other agents or talk to them. */
const agentTool = ({ does, says, fields }: AgentTool): Tool =>
  defineTool({
    family: 'agents',
    category: 'agent',
    tier: does === 'starts' ? 'execute' : 'read',
    fields: {
      ...(says === 'prompt' ? each('prompt message objective', field.text) : {}),
      ...(says === 'prompt' ? each('items', field.note) : {}),
      ...fields,
    },
    account: (input, setting) => {
      const prompt = promptKeys.map(key => spoken(own(input, key))).join('')
      if (says === 'prompt' && prompt.trim() === '') return missing('prompt', setting)
      // The message has no number: limits are not shown to a model (R165).
      if (prompt.length > limits.agentPrompt) return fail('validation', `the prompt of \`${setting.tool}\` is too long`)
      const model = ownString(input, 'model')
      if (model !== undefined && !modelId.test(model))
        return fail('validation', `field \`model\` of \`${setting.tool}\` must be a model id`)
      const agent = agentName(input)
      // Starting an agent whose every call passes this gate does nothing by itself.
      const isGated = setting.ports.gatesAgents === true && does === 'starts'
      const effects = does === 'starts' ? [spawn(agent, setting.world)] : []
      return ok({
        effects: isGated ? effects.map(effect => ({ ...effect, tier: 'read' as const })) : effects,
        ...(isGated ? { tier: 'read' as const } : {}),
        risk: {
          argv: [],
          riskLevel: does === 'starts' ? 'medium' : 'low',
          reason: does === 'starts' ? 'starts another agent' : 'talks to an agent that is already running',
        },
        ...sanitise(input),
        summary: ownString(input, 'description') ?? agent,
        escalated: own(input, 'mode') === 'bypassPermissions',
      })
    },
  })

const modelId = /^[a-zA-Z0-9._:/-]{1,128}$/

/** All text in a value: a prompt may be a list of parts. */
function spoken(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(spoken).join('')
}

const agentName = (input: JsonObject): string =>
  (
    ['subagent_type', 'agent_type', 'agent', 'agent_name', 'name', 'task_name', 'id']
      .map(key => ownString(input, key))
      .find(text => text !== undefined) ?? 'agent'
  ).slice(0, 80)

const names = each('subagent_type agent_type agent agent_name name task_name team_name', field.text)
const kind = { ...names, ...each('model effort reasoning_effort description mode isolation command', field.text) }
const extras = each(
  'run_in_background resume max_turns fork_context fork_turns service_tier task_id session_id tools timeout max_iterations context_tier',
  field.note,
)
const target = each('id ids target targets agent_id agent_ids to recipient scope', field.note)
const waiting = each(
  'timeout timeout_ms wait since_turn include_completed path_prefix interrupt type summary',
  field.note,
)

/** The question of a run whose budget is used up. The runtime makes this call; no model has the tool. */
const extendBudget = defineTool({
  family: 'agents',
  category: 'agent',
  tier: 'execute',
  fields: each('budget used more', field.name),
  account: input =>
    ok({
      effects: [change('agent', 'spend', ownString(input, 'more') ?? null)],
      risk: { argv: [], riskLevel: 'medium', reason: 'lets a run use more than its budget' },
      ...sanitise(input),
      summary: `${ownString(input, 'used')} used, the budget is ${ownString(input, 'budget')}`,
    }),
})

export const agentTools: Readonly<Record<string, Tool>> = {
  extend_budget: extendBudget,
  'Task Agent task run_agent spawn_agent delegate_to_agent invoke_agent codebase_investigator': agentTool({
    does: 'starts',
    says: 'prompt',
    fields: { ...kind, ...extras },
  }),
  resume_agent: agentTool({
    does: 'starts',
    says: 'nothing',
    fields: { ...each('id', field.name), ...each('prompt message', field.text) },
  }),
  'send_input send_message followup_task SendMessage write_agent': agentTool({
    does: 'talks',
    says: 'prompt',
    fields: { ...target, ...waiting },
  }),
  'wait wait_agent close_agent read_agent list_agents': agentTool({
    does: 'talks',
    says: 'nothing',
    fields: { ...target, ...waiting },
  }),
}
