/** The worst that an effect can do, from the mildest to the most severe. */
export const tiers = ['read', 'write', 'execute', 'destructive'] as const
export type Tier = (typeof tiers)[number]

const rank = { read: 0, write: 1, execute: 2, destructive: 3 } as const

export const tierRank = (tier: Tier): number => rank[tier]

export const higherTier = (a: Tier, b: Tier): Tier => (a === b || rank[a] >= rank[b] ? a : b)

/** Whether `tier` is at most `limit`. */
export const withinTier = (tier: Tier, limit: Tier): boolean => tier === limit || rank[tier] <= rank[limit]
