/** One kind of secret, as a row of data. */
export interface SecretKind {
  /** The name in the mark: `[redacted:<id>]`. Several rows may share one. */
  readonly id: string
  /** The pattern is tried only if one of these occurs, which keeps clean text fast. Three or more characters; case counts as in the pattern. */
  readonly keywords: readonly string[]
  /**
   * Without groups, the whole match is the secret. With groups, the first is the text before the secret and the second
   * is the secret. INVARIANT: linear on hostile text: bounded quantifiers, no nested ones.
   */
  readonly pattern: RegExp
  /** Whether the text in the secret's place is not a secret: a variable, a type, a path. */
  readonly unless?: (text: string) => boolean
}

export const mark = (id: string): string => `[redacted:${id}]`
