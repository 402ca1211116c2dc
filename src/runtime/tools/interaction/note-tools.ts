import * as v from 'valibot'
import { defineRuntimeTool, type RuntimeTool } from '../runtime-tool.ts'

/** One step of a plan, or one item of a list. */
export interface NotedStep {
  readonly text: string
  readonly status: StepStatus
}

const statuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type StepStatus = (typeof statuses)[number]

export interface NoteOptions {
  /** Called when the agent changes its plan or its list, to show it. */
  readonly onPlan?: (steps: readonly NotedStep[], explanation: string | null) => void
}

const status = v.optional(v.picklist(statuses), 'pending')

/** The tools with which an agent writes down what it is going to do. They change nothing else. */
export function noteTools({ onPlan = () => {} }: NoteOptions = {}): readonly RuntimeTool[] {
  let todos: readonly NotedStep[] = []
  return [
    defineRuntimeTool({
      name: 'update_plan',
      description: 'Replaces your plan: the steps with their status. At most one step is `in_progress`.',
      input: v.object({
        plan: v.pipe(
          v.array(v.looseObject({ step: v.string(), status })),
          v.check(
            steps => steps.filter(one => one.status === 'in_progress').length <= 1,
            'a list with at most one step in progress',
          ),
        ),
        explanation: v.optional(v.string()),
      }),
      run: async ({ plan, explanation }) => {
        const steps = plan.map(one => ({ text: one.step, status: one.status }))
        onPlan(steps, explanation ?? null)
        return {
          text: `plan updated\n${shown(steps)}`,
          data: { plan: steps.map(({ text, status: at }) => ({ step: text, status: at })) },
        }
      },
    }),
    defineRuntimeTool({
      name: 'todo',
      description: 'Replaces your list of things to do, or shows it if you send none.',
      input: v.object({ todos: v.optional(v.array(v.looseObject({ content: v.string(), status }))) }),
      otherKeys: { items: 'todos' },
      run: async ({ todos: given }) => {
        if (given !== undefined) {
          todos = given.map(one => ({ text: one.content, status: one.status }))
          onPlan(todos, null)
        }
        return {
          text: todos.length === 0 ? '(the list is empty)' : shown(todos),
          data: { todos: todos.map(one => ({ content: one.text, status: one.status })) },
        }
      },
    }),
  ]
}

const mark: Readonly<Record<StepStatus, string>> = {
  pending: '[ ]',
  in_progress: '[>]',
  completed: '[x]',
  cancelled: '[-]',
}

const shown = (steps: readonly NotedStep[]): string =>
  steps.map(({ text, status: at }) => `${mark[at]} ${text}`).join('\n')
