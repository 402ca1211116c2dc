import type { Gate } from '../../gate/gate.ts'
import type { AgentRun } from '../run.ts'
import type { Exceeded, Spending } from './spending.ts'

/** Whether this run may take another step. If not, it has ended. */
export type KeepGoing = (run: AgentRun) => Promise<boolean>

/** The tool whose call asks a person to raise a budget. Models do not have it. */
export const extendBudgetTool = 'extend_budget'

export interface BudgetSetting {
  readonly gate: Pick<Gate, 'judge'>
  readonly main: AgentRun
  readonly spending: Spending
}

/**
 * A budget that is used up pauses the run and asks through the gate, so the question and its answer are in the journal. All
 * agents of the run wait for the same answer.
 */
export function budgetQuestion({ gate, main, spending }: BudgetSetting): KeepGoing {
  let asking: Promise<boolean> | null = null

  async function ask(exceeded: Exceeded): Promise<boolean> {
    const input = { budget: exceeded.kind, used: Math.round(exceeded.used), more: exceeded.more }
    // INVARIANT: a policy that asks no one cannot raise a budget.
    const isAsked = gate.judge({ tool: extendBudgetTool, input }).decision === 'ask'
    const outcome = isAsked ? await main.call({ tool: extendBudgetTool, input }, () => null) : null
    if (outcome?.ok === true) {
      spending.extend(exceeded.kind)
      return true
    }
    const why = outcome === null ? 'the policy asks no one' : outcome.reason
    await main.fail(exceeded.kind === 'wallMs' ? 'timeout' : 'permission', `${usedUp[exceeded.kind](exceeded)}: ${why}`)
    return false
  }

  return async run => {
    for (let exceeded = spending.exceeded(); exceeded !== null; exceeded = spending.exceeded()) {
      asking ??= ask(exceeded).finally(() => {
        asking = null
      })
      if (!(await asking)) return false
    }
    return run.end() === null
  }
}

const usedUp = {
  tokens: ({ limit }: Exceeded) => `the budget of ${limit} tokens is used up`,
  wallMs: ({ limit }: Exceeded) => `the budget of ${limit / 1_000} seconds is used up`,
  cost: ({ limit }: Exceeded) => `the budget of ${limit} in money is used up`,
}
