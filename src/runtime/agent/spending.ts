import type { Spent } from './agent-event.ts'
import type { Usage } from './model.ts'
import type { Stopwatch } from './stopwatch.ts'

/** How much a run may use before a person is asked whether it goes on. */
export interface Budget {
  readonly tokens?: number
  readonly wallMs?: number
  /** Only with `prices`. */
  readonly cost?: number
}

/** The price of a million tokens, in any currency. */
export interface Prices {
  readonly input: number
  readonly output: number
}

export type BudgetKind = keyof Budget

/** A budget that is used up. */
export interface Exceeded {
  readonly kind: BudgetKind
  readonly used: number
  /** The limit that was reached, and by how much a person who says yes raises it. */
  readonly limit: number
  readonly more: number
}

/** Adds up what all agents of a run use. */
export interface Spending {
  add(usage: Usage): void
  spent(): Spent
  /** The first budget that is used up; null if the run may go on. */
  exceeded(): Exceeded | null
  /** Raises a budget by its original amount, until it is above what was used. */
  extend(kind: BudgetKind): void
}

export interface SpendingOptions {
  readonly budget: Budget
  readonly prices: Prices | null
  readonly watch: Pick<Stopwatch, 'elapsed'>
}

export function newSpending({ budget, prices, watch }: SpendingOptions): Spending {
  let [inputTokens, outputTokens] = [0, 0]
  const limits = new Map<BudgetKind, number>()
  for (const kind of kinds) {
    const limit = budget[kind]
    if (limit !== undefined) limits.set(kind, limit)
  }

  const spent = (): Spent => ({
    inputTokens,
    outputTokens,
    wallMs: watch.elapsed(),
    cost: prices === null ? null : (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000,
  })

  const used = (kind: BudgetKind): number => {
    const now = spent()
    return kind === 'tokens' ? now.inputTokens + now.outputTokens : kind === 'wallMs' ? now.wallMs : (now.cost ?? 0)
  }

  return {
    spent,
    add: usage => {
      inputTokens += usage.inputTokens
      outputTokens += usage.outputTokens
    },
    exceeded: () => {
      for (const [kind, limit] of limits)
        if (used(kind) >= limit) return { kind, used: used(kind), limit, more: budget[kind] ?? 0 }
      return null
    },
    extend: kind => {
      const step = budget[kind] ?? 0
      const limit = limits.get(kind)
      if (limit === undefined) return
      if (step <= 0) limits.delete(kind)
      else limits.set(kind, limit + step * Math.max(1, Math.floor((used(kind) - limit) / step) + 1))
    },
  }
}

const kinds = ['tokens', 'wallMs', 'cost'] as const satisfies readonly BudgetKind[]
