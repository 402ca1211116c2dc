import type { Hole } from '../../core/word.ts'

/** Syntax that means more in zsh than in bash: it is not known which shell runs a call, or the text of an `sh -c`. */

/**
 * `*(e:'rm x':)`: after a pattern, zsh reads parentheses as qualifiers. `e` runs the code between two equal marks for every
 * name, and `+` runs a command.
 */
export const qualifierRunsCode = (pattern: string): boolean =>
  /e[^\w\s.*?|/@-]|e([^\w\s|])[\s\S]*\1|(?:^|\W)[oO]?\+\w/.test(pattern) ||
  (/e\W/.test(pattern) && /[\s"'$`;&<>]/.test(pattern))

/** `${x::=value}` assigns in zsh, and is a substring in bash. */
export const assignsInZsh = (text: string): boolean => /^\$\{\w+(?:\[[^\]]*\])?::=/.test(text)

/** `*(D.)`: also matches names with a leading dot. */
export const findsHidden = (pattern: string): boolean => /^[\w.^/@-]*D[\w.^/@-]*$/.test(pattern)

export const hiddenFiles = (hole: string): Hole => ({
  hole,
  yields: 'words',
  mayBe: [{ parts: ['.', { hole: '*', yields: 'files' }] }],
})

/** In zsh, `$~x` is a pattern and `$=x` splits into several words. */
export const hasZshExpansion = (text: string): boolean => /\$[~=^]+[\w{(]/.test(text)
