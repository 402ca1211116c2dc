import type { Gate } from '../../gate/gate.ts'
import type { AgentRun } from '../run.ts'
import type { BudgetKind, Exceeded, Spending } from './spending.ts'

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
    const { kind, limit, used, more } = exceeded
    const input = { budget: amounts[kind](limit), used: amounts[kind](used), more: amounts[kind](more) }
    // INVARIANT: a policy that asks no one cannot raise a budget.
    const isAsked = gate.judge({ tool: extendBudgetTool, input }).decision === 'ask'
    const outcome = isAsked ? await main.call({ tool: extendBudgetTool, input }, () => null) : null
    if (outcome?.ok === true) {
      spending.extend(kind)
      return true
    }
    const why = outcome === null ? 'the policy asks no one' : outcome.reason
    await main.fail(
      kind === 'wallMs' ? 'timeout' : 'permission',
      `the budget of ${amounts[kind](limit)} is used up: ${why}`,
    )
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

/** Amounts in words. Prices have no currency: it is the one that they were configured in. */
const amounts: Readonly<Record<BudgetKind, (amount: number) => string>> = {
  tokens: amount => `${Math.round(amount).toLocaleString('en')} tokens`,
  wallMs: amount => timeText(Math.round(amount / 1_000)),
  cost: amount => `${amount.toFixed(2)} in money`,
}

const timeText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 6) / 10} minutes`
