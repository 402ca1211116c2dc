import { ok } from '../../core/fault.ts'
import { each, field } from '../fields.ts'
import { sanitise } from '../sanitise.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Tools that talk to the person or keep the agent's notes. They have no effects. */
const quietTool = (keys: string): Tool =>
  defineTool({
    family: 'interaction',
    category: 'none',
    tier: 'read',
    fields: keys === '' ? {} : each(keys, field.note),
    account: input =>
      ok({
        effects: [],
        risk: { argv: [], riskLevel: 'low', reason: 'no effects' },
        ...sanitise(input),
        summary: '',
      }),
  })

const questions = quietTool(
  'question questions prompt header options choices allow_freeform answers annotations metadata placeholder context timeout_ms human_timeout_ms',
)
const todos = quietTool('todos todo items content status id operation action title description priority merge')
const plan = quietTool(
  'plan explanation allowedPrompts reason plan_path plan_filename planFilePath summary actions recommendedAction',
)
const tasks = quietTool('taskId subject description activeForm status addBlocks addBlockedBy owner metadata')
/** Tools that read the output of background commands or stop them. The commands were judged when they started. */
const sessions = quietTool(
  'bash_id shell_id shellId sessionId task_id filter block timeout delay wait_up_to pid lines delay_ms',
)

export const interactionTools: Readonly<Record<string, Tool>> = {
  'ask_human request_user_input AskUserQuestion AskQuestion ask_user question': questions,
  'TodoWrite TodoRead todo todowrite todoread write_todos update_todo': todos,
  'update_plan ExitPlanMode EnterPlanMode exit_plan_mode enter_plan_mode plan_enter plan_exit': plan,
  'TaskCreate TaskUpdate TaskGet TaskList': tasks,
  'BashOutput KillShell KillBash TaskOutput TaskStop read_bash stop_bash list_bash list_background_processes read_background_output':
    sessions,
  'report_intent update_topic': quietTool('intent title summary strategic_intent'),
  'list_mcp_resources list_mcp_resource_templates ListMcpResourcesTool ListMcpResources': quietTool('server cursor'),
  'get_goal create_goal update_goal': quietTool('objective token_budget status goal condition'),
  'ToolSearch tool_search': quietTool('query max_results limit'),
  'fetch_copilot_cli_documentation get_internal_docs': quietTool('path'),
}
