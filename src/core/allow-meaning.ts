/**
 * The meaning of an allow for the client that asked. `approve`: the call runs, and the client skips its own checks. `no-objection`: the
 * client goes on as it would without Sallyport, with its own rules, prompts and classifiers.
 */
export const allowMeanings = ['approve', 'no-objection'] as const
export type AllowMeaning = (typeof allowMeanings)[number]

/** The meaning of an allow for a client under a policy. `byClient` is null for a client that never skips its own checks because of a hook. */
export const meaningUnder = (byPolicy: AllowMeaning | null, byClient: AllowMeaning | null): AllowMeaning =>
  byClient === null || byPolicy === 'no-objection' ? 'no-objection' : (byPolicy ?? byClient)
