/** How suspicious a call looks, from low to critical. The tier says what it can do; the risk says how it does it. */
export const risks = ['low', 'medium', 'high', 'critical'] as const
export type Risk = (typeof risks)[number]

const rank = { low: 0, medium: 1, high: 2, critical: 3 } as const

export const higherRisk = (a: Risk, b: Risk): Risk => (a === b || rank[a] >= rank[b] ? a : b)

/** Whether `risk` reaches `level`. */
export const reachesRisk = (risk: Risk, level: Risk): boolean => rank[risk] >= rank[level]
