/** A position in a text, for languages that have no grammar here. */
export interface TextCursor {
  readonly text: string
  readonly at: () => number
  readonly isDone: () => boolean
  /** Whether the pattern matches at this position; `pattern` is sticky. */
  readonly looksLike: (pattern: RegExp) => boolean
  /** The match at this position, which is then skipped; empty if it does not match. */
  readonly take: (pattern: RegExp) => string
  /** The text between an opening mark and its closing one, nested brackets counted; null if it is not closed. */
  readonly delimited: () => string | null
  readonly skipTo: (index: number) => void
}

export function newTextCursor(text: string): TextCursor {
  let at = 0
  const matched = (pattern: RegExp): string => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }

  function delimited(): string | null {
    const open = text[at] ?? ''
    const close = closers.get(open) ?? open
    const start = at + 1
    let depth = 1
    for (let i = start; i < text.length; i += 1) {
      const char = text[i]
      if (char === '\\') i += 1
      else if (char === close) depth -= 1
      else if (char === open) depth += 1
      if (depth > 0) continue
      at = i + 1
      return text.slice(start, i)
    }
    return null
  }

  return {
    text,
    at: () => at,
    isDone: () => at >= text.length,
    looksLike: pattern => {
      pattern.lastIndex = at
      return pattern.test(text)
    },
    take: pattern => {
      const found = matched(pattern)
      at += found.length
      return found
    },
    delimited,
    skipTo: index => {
      at = index
    },
  }
}

export const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
])
