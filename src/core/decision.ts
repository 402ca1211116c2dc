/** The decisions about a call, from the mildest to the strictest. Combining decisions takes the strictest. */
export const decisions = ['allow', 'ask', 'deny'] as const
export type Decision = (typeof decisions)[number]

const rank = { allow: 0, ask: 1, deny: 2 } as const

export const stricter = (a: Decision, b: Decision): Decision => (a === b || rank[a] >= rank[b] ? a : b)

export const isStricter = (a: Decision, b: Decision): boolean => rank[a] > rank[b]
