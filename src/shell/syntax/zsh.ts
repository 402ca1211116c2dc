import type { Hole } from '../../core/word.ts'

/** Syntax that means more in zsh than in bash: it is not known which shell runs a call, or the text of an `sh -c`. */

/** `*(e:'rm x':)`: after a pattern, zsh reads parentheses as qualifiers, and `e` runs code for every name. */
export const qualifierRunsCode = (pattern: string): boolean =>
  /e[^\w\s.*?|/@-]/.test(pattern) || (/e\W/.test(pattern) && /[\s"'$`;&<>]/.test(pattern))

/** `*(D.)`: also matches names with a leading dot. */
export const findsHidden = (pattern: string): boolean => /^[\w.^/@-]*D[\w.^/@-]*$/.test(pattern)

export const hiddenFiles = (hole: string): Hole => ({
  hole,
  yields: 'words',
  mayBe: [{ parts: ['.', { hole: '*', yields: 'files' }] }],
})

/** In zsh, `$~x` is a pattern and `$=x` splits into several words. */
export const hasZshExpansion = (text: string): boolean => /\$[~=^]+[\w{(]/.test(text)
