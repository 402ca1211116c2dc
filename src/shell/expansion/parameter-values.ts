import type { ParameterExpansionPart } from 'unbash'
import { type Hole, isKnown, makeWord, type Word, wordText, yieldsNames } from '../../core/word.ts'
import { unescaped } from '../syntax/escapes.ts'
import { mayRunAsArithmetic } from '../syntax/openers.ts'

// The operations of parameter expansion. Each returns null for a result that it does not compute.

/** Limits for the length of a text, and for the comparisons that a pattern may take. */
const maxLength = 256
const maxComparisons = 32_768

/** `${x:1:2}` with literal numbers. */
export function sliced(text: string, offset: Word | undefined, length: Word | undefined): string | null {
  const [from, count] = [offset, length].map(numberIn)
  if (from === null || from === undefined || count === null || /[^ -~]/.test(text)) return null
  const start = from < 0 ? text.length + from : from
  if (start < 0 || start > text.length) return ''
  const end = count === undefined ? text.length : count < 0 ? text.length + count : start + count
  return end < start ? null : text.slice(start, end)
}

function numberIn(word: Word | undefined): number | null | undefined {
  if (word === undefined) return undefined
  return isKnown(word) && /^\s*-?(0|[1-9]\d{0,5})\s*$/.test(word) ? Number(word) : null
}

/** `${x/a/b}`, `${x//a/b}`, `${x/#a/b}`, `${x/%a/b}`: the first longest match, or all. */
export function replacedText(
  text: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: string | null,
  replacement: Word,
): string | null {
  if (pattern === null || pattern === '' || /[?[\\]/.test(pattern) || text.length > maxLength) return null
  if (text.length * pattern.length > maxComparisons) return null
  if (!isKnown(replacement) || /[&\\]/.test(replacement)) return null
  const star = pattern.indexOf('*')
  let out = ''
  let at = 0
  while (at < text.length) {
    const end = at > 0 && operator === '/#' ? -1 : matchEnd(text, at, pattern, operator)
    // If the text after a star is not found from here, it is not found from a later position either.
    if (end < 0 && star >= 0 && text.startsWith(pattern.slice(0, star), at)) break
    out += end < 0 ? text.charAt(at) : replacement
    at = end < 0 ? at + 1 : end
    if (end >= 0 && operator !== '//') break
  }
  return out + text.slice(at)
}

function matchEnd(text: string, at: number, pattern: string, operator: string): number {
  const end = matchedLengths(text.slice(at), pattern)?.longest ?? 0
  return end === 0 || (operator === '/%' && at + end < text.length) ? -1 : at + end
}

/** `${x,,}`, `${x^}`. */
export function inOtherCase(text: string, operator: '^' | '^^' | ',' | ',,'): string | null {
  if (/[^ -~]/.test(text)) return null
  const change = (part: string): string => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase())
  return operator.length === 2 ? change(text) : change(text.charAt(0)) + text.slice(1)
}

/** `${x@E}`, `${x@U}`. */
export function transformed(text: string, operator: string): string | null {
  switch (operator) {
    case 'E':
      return unescaped(text)
    case 'U':
      return inOtherCase(text, '^^')
    case 'L':
      return inOtherCase(text, ',,')
    case 'u':
      return inOtherCase(text, '^')
    default:
      return null
  }
}

/**
 * The rest after removing the start or the end of a value, `${f%.ts}`: exact for known text; for file names, if the
 * removed part is known to be there. Null if it cannot be known.
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
  // The text after a known slash is known.
  if (isWhole && typeof last === 'string' && last.includes('/')) return last.slice(last.lastIndexOf('/') + 1)
  const isNames = value.parts.every(part => typeof part === 'string' || yieldsNames(part))
  if (isWhole && isNames) {
    const hole: Hole = { hole: `\${${wordText(value)}##*/}`, yields: 'name' }
    return { parts: [mayRunAsArithmetic(value) ? { ...hole, mayRun: true } : hole] }
  }
  const rest = restOf(value, operator, pattern)
  return rest === null ? null : { parts: [{ ...rest, hole: source, isRest: true }] }
}

/** Removes the shortest or the longest match at one end. */
function cut(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string | null {
  if (value.length * pattern.length > maxComparisons) return null
  const isEnd = operator.startsWith('%')
  const lengths = isEnd ? matchedLengths(mirrored(value), mirrored(pattern)) : matchedLengths(value, pattern)
  if (lengths === null) return value
  const length = operator.length === 1 ? lengths.shortest : lengths.longest
  return isEnd ? value.slice(0, value.length - length) : value.slice(length)
}

const mirrored = (text: string): string => text.split('').reverse().join('')

/** The lengths of the prefixes that a pattern with stars can match, in one pass; null if it matches none. */
function matchedLengths(text: string, pattern: string): { readonly shortest: number; readonly longest: number } | null {
  let lengths = [0]
  for (const char of pattern.split('')) {
    const [first] = lengths
    if (first === undefined) return null
    const next: number[] = []
    if (char === '*') for (let length = first; length <= text.length; length += 1) next.push(length)
    else for (const length of lengths) if (text[length] === char) next.push(length + 1)
    lengths = next
  }
  const [shortest] = lengths
  const longest = lengths.at(-1)
  return shortest === undefined || longest === undefined ? null : { shortest, longest }
}

/** A file name without its suffix, or without its directories. */
function restOf(value: Word, operator: '#' | '##' | '%' | '%%', pattern: string): Hole | null {
  const name = nameIn(value)
  if (name === null) return null
  // Only the last component of a full path may change, so that the file stays in its directory.
  if (operator.startsWith('%')) return name.listed?.below === undefined || !/[*/]/.test(pattern) ? name : null
  return name.listed?.below === undefined && pattern.endsWith('/') ? { ...name, mayBeOption: true } : null
}

/** `${f/.test.ts/.spec.ts}`, `${branch//\\//-}`: the result is a name again if the replacement cannot add a `..`. */
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

/** The hole of a value that is a single name. */
function nameIn(value: Word): Hole | null {
  const only = isKnown(value) || value.parts.length > 1 ? undefined : value.parts[0]
  if (typeof only !== 'object' || (only.yields !== 'file' && only.yields !== 'name')) return null
  const { sample: _, ...name } = only
  return name
}
