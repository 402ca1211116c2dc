import { matchWildcard } from '../core/glob.ts'
import { isKnown, type Word } from '../core/word.ts'
import { unescaped } from './output.ts'

/** What parameter expansions make of a text that is known; null where that is not worked out. */
const maxLength = 256

/** `${x:1:2}`: numbers that are written out. */
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
export function replaced(
  text: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: string | null,
  replacement: Word,
): string | null {
  if (pattern === null || pattern === '' || /[?[\\]/.test(pattern) || text.length > maxLength) return null
  if (!isKnown(replacement) || /[&\\]/.test(replacement)) return null
  let out = ''
  for (let at = 0; at < text.length; ) {
    const end = at > 0 && operator === '/#' ? -1 : matchEnd(text, at, pattern, operator)
    if (end < 0) {
      out += text.charAt(at)
      at += 1
      continue
    }
    out += replacement
    at = end
    if (operator !== '//') return out + text.slice(at)
  }
  return out
}

function matchEnd(text: string, at: number, pattern: string, operator: string): number {
  for (let end = text.length; end > at; end -= 1) {
    if (matchWildcard(pattern, text.slice(at, end))) return end
    if (operator === '/%') return -1
  }
  return -1
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
