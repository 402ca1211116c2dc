import type { Random } from './random.ts'

/** What each placeholder of a template stands for: `%` and a capital letter. */
export type Fillings = Readonly<Record<string, () => string>>

/** Replaces each `%X` of a template. `printf` formats have small letters, so they stay. */
export const fill = (template: string, fillings: Fillings): string =>
  template.replaceAll(/%([A-Z])/g, (whole, letter: string) => fillings[letter]?.() ?? whole)

/** Quotes a text so that every shell reads it as one literal word. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** One to `most` statements, joined in a random way. A statement that ends with a heredoc ends its line. */
export function joined(statement: () => string, most: number, { below, pick }: Random): string {
  const statements = Array.from({ length: 1 + below(most) }, statement)
  return statements.reduce((all, one) => `${all}${all.endsWith('\n') ? '' : pick(separators)}${one}`)
}

const separators = ['; ', '; ', '\n', '\n', ' && ', ' || ']
