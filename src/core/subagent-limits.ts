/** How many sub-agents a run may have, and how much each of them may do (R151-R158). */
export interface SubagentLimits {
  /** Sub-agents of one run that work at the same time. */
  readonly concurrent: number
  /** Sub-agents that one run starts, nested ones included. */
  readonly total: number
  /** How long a sub-agent waits until another one ends. */
  readonly slotMs: number
  /** How deep sub-agents nest. At this depth an agent cannot start others. */
  readonly depth: number
  /** Characters of a sub-agent's prompt. */
  readonly promptChars: number
  /** Characters of its answer; the rest is cut off. */
  readonly answerChars: number
  /** Calls of the model in one turn of a sub-agent. */
  readonly steps: number
  /** Calls of the model in one run of the main agent. */
  readonly parentSteps: number
  /** How long one turn of a sub-agent may take, without the time that people take to answer. */
  readonly timeMs: number
}

interface Range {
  readonly least: number
  readonly usual: number
  readonly most: number
}

/** The documented value of each limit, and the range that a configured value is moved into. */
export const subagentRanges: { readonly [key in keyof SubagentLimits]: Range } = {
  concurrent: { least: 1, usual: 5, most: 20 },
  total: { least: 1, usual: 10, most: 50 },
  slotMs: { least: 1_000, usual: 30_000, most: 600_000 },
  depth: { least: 1, usual: 3, most: 10 },
  // The gate refuses longer prompts of every client, so a policy can only shorten them.
  promptChars: { least: 1, usual: 32_000, most: 32_000 },
  answerChars: { least: 1, usual: 4_000, most: 100_000 },
  steps: { least: 1, usual: 15, most: 100 },
  parentSteps: { least: 1, usual: 50, most: 1_000 },
  timeMs: { least: 10_000, usual: 120_000, most: 600_000 },
}

/** The limits that several policies set together: the smallest value of each, within its range. */
export function subagentLimits(given: readonly Partial<SubagentLimits>[] = []): SubagentLimits {
  const limit = (key: keyof SubagentLimits): number => {
    const { least, usual, most } = subagentRanges[key]
    const set = given.flatMap(one => one[key] ?? []).filter(value => Number.isFinite(value))
    return set.length === 0 ? usual : Math.round(Math.min(most, Math.max(least, Math.min(...set))))
  }
  return {
    concurrent: limit('concurrent'),
    total: limit('total'),
    slotMs: limit('slotMs'),
    depth: limit('depth'),
    promptChars: limit('promptChars'),
    answerChars: limit('answerChars'),
    steps: limit('steps'),
    parentSteps: limit('parentSteps'),
    timeMs: limit('timeMs'),
  }
}
