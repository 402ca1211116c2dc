/**
 * Globs without regular expressions: `*` within a component, `?` one character, `**` any number of components, `{a,b}`
 * alternatives. Agents choose the subject, so backtracking must be bounded.
 */
export type Glob = (subject: string) => boolean

const maxAlternatives = 64

/** A matcher for paths and other names with `/`; null if the pattern has too many alternatives. */
export function compileGlob(pattern: string): Glob | null {
  const alternatives = expandBraces(pattern)
  if (alternatives === null) return null
  const compiled = alternatives.map(alternative => {
    const parts = alternative.split('/')
    return (subject: string) => matchParts(parts, subject.split('/'))
  })
  const only = compiled[0]
  return compiled.length === 1 && only !== undefined ? only : subject => compiled.some(matches => matches(subject))
}

/** Expands `{a,b}` into all alternatives; null if there are too many. */
export function expandBraces(pattern: string): readonly string[] | null {
  const open = pattern.indexOf('{')
  const close = open < 0 ? -1 : pattern.indexOf('}', open)
  if (open < 0 || close < 0) return [pattern]
  const out: string[] = []
  for (const option of pattern.slice(open + 1, close).split(',')) {
    const rest = expandBraces(pattern.slice(0, open) + option + pattern.slice(close + 1))
    if (rest === null) return null
    out.push(...rest)
    if (out.length > maxAlternatives) return null
  }
  return out
}

/** Matches components; only the last `**` is ever retried. */
function matchParts(pattern: readonly string[], subject: readonly string[]): boolean {
  let p = 0
  let s = 0
  let star = -1
  let mark = 0
  while (s < subject.length) {
    if (pattern[p] === '**') {
      star = p
      mark = s
      p += 1
    } else if (p < pattern.length && matchWildcard(pattern[p] ?? '', subject[s] ?? '')) {
      p += 1
      s += 1
    } else if (star >= 0) {
      p = star + 1
      mark += 1
      s = mark
    } else return false
  }
  while (pattern[p] === '**') p += 1
  return p === pattern.length
}

/** Matches one text with `*` and `?`; only the last `*` is ever retried. */
export function matchWildcard(pattern: string, text: string): boolean {
  const end = pattern.length
  const { length } = text
  let p = 0
  let t = 0
  let star = -1
  let mark = 0
  while (t < length) {
    if (pattern[p] === '*') {
      star = p
      mark = t
      p += 1
    } else if (p < end && (pattern[p] === '?' || pattern[p] === text[t])) {
      p += 1
      t += 1
    } else if (star >= 0) {
      p = star + 1
      mark += 1
      t = mark
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === end
}

/** The same, prepared for a pattern that is used often: most have one `*`, at the start or at the end. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const star = pattern.indexOf('*')
  if (pattern.includes('?') || star !== pattern.lastIndexOf('*')) return text => matchWildcard(pattern, text)
  if (star < 0) return text => text === pattern
  const start = pattern.slice(0, star)
  const end = pattern.slice(star + 1)
  if (end === '') return text => text.startsWith(start)
  if (start === '') return text => text.endsWith(end)
  return text => text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
}

/** The part of a pattern before its first wildcard. */
export const literalPrefix = (pattern: string): string => {
  const first = pattern.search(/[*?{]/)
  return first < 0 ? pattern : pattern.slice(0, first)
}

export const hasWildcard = (pattern: string): boolean => /[*?{]/.test(pattern)
