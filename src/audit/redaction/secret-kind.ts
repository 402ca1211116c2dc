/** One kind of secret, as a row of data. */
export interface SecretKind {
  /** What the mark says: `[redacted:<id>]`. Several rows may share one. */
  readonly id: string
  /** Text that must occur before the pattern is tried, in any case if the pattern disregards it: what keeps clean text cheap. Three characters or more. */
  readonly keywords: readonly string[]
  /**
   * Without groups, the whole match is the secret. With groups, the first is what stands before the secret and the second
   * is the secret. INVARIANT: linear on hostile text: bounded quantifiers, no nested ones.
   */
  readonly pattern: RegExp
  /** Tells from the text in the secret's place that it is none: a variable, a type, a path. */
  readonly unless?: (text: string) => boolean
}

export const mark = (id: string): string => `[redacted:${id}]`
