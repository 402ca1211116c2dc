import type { Hole } from '../../core/word.ts'

/** What zsh reads where bash reads something harmless: nobody knows which of them runs a call, or the text of an `sh -c`. */

/** `*(e:'rm x':)`: behind a pattern, zsh takes parentheses for qualifiers, and `e` runs code for every name. */
export const qualifierRunsCode = (pattern: string): boolean =>
  /e[^\w\s.*?|/@-]/.test(pattern) || (/e\W/.test(pattern) && /[\s"'$`;&<>]/.test(pattern))

/** `*(D.)`: names with a leading dot, too. */
export const findsHidden = (pattern: string): boolean => /^[\w.^/@-]*D[\w.^/@-]*$/.test(pattern)

export const hiddenFiles = (hole: string): Hole => ({
  hole,
  yields: 'words',
  mayBe: [{ parts: ['.', { hole: '*', yields: 'files' }] }],
})

/** `$~x` is a pattern there, `$=x` several words. */
export const hasZshExpansion = (text: string): boolean => /\$[~=^]+[\w{(]/.test(text)
