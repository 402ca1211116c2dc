import type { Hole } from '../../core/word.ts'

/** Syntax that means more in zsh than in bash: it is not known which shell runs a call, or the text of an `sh -c`. */

/**
 * `*(e:'rm x':)`, `*(e-id-)`, `*(+id)`: after a pattern, zsh reads parentheses as qualifiers, and `e` and `+` run code for
 * every name.
 */
export const qualifierRunsCode = (pattern: string): boolean =>
  /^[^|]*(^|[^\w])\+\w/.test(pattern) ||
  /^[\w.^/@-]*e([^\w\s])[^|]+\1/.test(pattern) ||
  /e[^\w\s.*?|/@-]/.test(pattern) ||
  (/e\W/.test(pattern) && /[\s"'$`;&<>]/.test(pattern))

/** `*(D.)`: also matches names with a leading dot. */
export const findsHidden = (pattern: string): boolean => /^[\w.^/@-]*D[\w.^/@-]*$/.test(pattern)

export const hiddenFiles = (hole: string): Hole => ({
  hole,
  yields: 'words',
  mayBe: [{ parts: ['.', { hole: '*', yields: 'files' }] }],
})

/** `${PATH::=/tmp/x}` always assigns in zsh. */
export const assignsInZsh = (expansion: string): boolean => /^\$\{\w+(\[[^\]]*\])?::=/.test(expansion)

/** In zsh, `$~x` is a pattern and `$=x` splits into several words. */
export const hasZshExpansion = (text: string): boolean => /\$[~=^]+[\w{(]/.test(text)
