import type { ParameterExpansionPart } from 'unbash'
import { matchWildcard } from '../core/glob.ts'
import { type Hole, isKnown, makeWord, type Word, wordText, yieldsNames } from '../core/word.ts'

/**
 * What is left when the start or the end of a value goes away, `${f%.ts}`: of a text that is known, exactly; of names of
 * files, where what goes is known to be there. Null if it cannot be known.
 */
export function removed(value: Word, operator: '#' | '##' | '%' | '%%', pattern: string, source: string): Word | null {
  if (value === '' || /[?[\\]/.test(pattern)) return null
  if (isKnown(value)) return cut(value, operator, pattern)
  const last = value.parts.at(-1)
  const before = value.parts.slice(0, -1)
  if (operator === '%' && typeof last === 'string' && !pattern.includes('*') && last.endsWith(pattern))
    return makeWord([...before, last.slice(0, last.length - pattern.length)])
  if (operator === '%' && typeof last === 'string' && pattern === '.*' && last.includes('.'))
    return makeWord([...before, last.slice(0, last.lastIndexOf('.'))])
  const isWhole = operator === '##' && pattern === '*/'
  // Behind a slash that is known stands what is known.
  if (isWhole && typeof last === 'string' && last.includes('/')) return last.slice(last.lastIndexOf('/') + 1)
  const isNames = value.parts.every(part => typeof part === 'string' || yieldsNames(part))
  if (isWhole && isNames) return { parts: [{ hole: `\${${wordText(value)}##*/}`, yields: 'name' }] }
  const rest = restOf(value, operator, pattern)
  return rest === null ? null : { parts: [{ ...rest, hole: source, isRest: true }] }
}

/** The shortest or the longest match at one end goes away. */
function cut(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  const isEnd = operator.startsWith('%')
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => i)
  for (const length of operator.length === 1 ? lengths : lengths.reverse()) {
    const at = isEnd ? value.length - length : length
    if (matchWildcard(pattern, isEnd ? value.slice(at) : value.slice(0, at)))
      return isEnd ? value.slice(0, at) : value.slice(at)
  }
  return value
}

/** What is left of a file's name without its end, or without directories at its start. */
function restOf(value: Word, operator: '#' | '##' | '%' | '%%', pattern: string): Hole | null {
  const name = nameIn(value)
  if (name === null) return null
  // Of a full path only the last name may lose something: it still lies where it lay.
  if (operator.startsWith('%')) return name.listed?.below === undefined || !/[*/]/.test(pattern) ? name : null
  return name.listed?.below === undefined && pattern.endsWith('/') ? { ...name, mayBeOption: true } : null
}

/** `${f/.test.ts/.spec.ts}`, `${branch//\\//-}`: a name stays one if what comes into it is no way up. */
export function renamed(
  value: Word,
  pattern: string,
  other: string,
  { text, operation }: ParameterExpansionPart,
): Hole | null {
  const name = nameIn(value)
  if (name === null || name.listed?.below !== undefined || pattern === '' || /[*?[\\]/.test(pattern)) return null
  if (!/^[\w.@+=,%-]+(\/[\w.@+=,%-]+)*$/.test(other) || !other.split('/').every(part => /[^.]/.test(part))) return null
  const isAll = operation?.type === 'Replace' && operation.operator === '//'
  const hasSlash = other.includes('/') || (name.yields === 'file' && !(isAll && pattern === '/'))
  return {
    ...name,
    hole: text,
    yields: hasSlash ? 'file' : 'name',
    ...(other.startsWith('-') ? { mayBeOption: true } : {}),
  }
}

/** The one name that a value is. */
function nameIn(value: Word): Hole | null {
  const only = isKnown(value) || value.parts.length > 1 ? undefined : value.parts[0]
  if (typeof only !== 'object' || (only.yields !== 'file' && only.yields !== 'name')) return null
  const { sample: _, ...name } = only
  return name
}
