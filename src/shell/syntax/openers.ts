import { type Hole, isKnown, type Word, wordText } from '../../core/word.ts'

/**
 * Whether a text contains an unescaped `$(`, backtick, `<(`, `>(`, `${` or `$[`, which bash would expand. If the parser
 * calls the text plain and this is true, the parser and bash may disagree.
 */
export const hasOpener = (text: string): boolean => opens(text, /[$<>]\(|\$[{[]/y)

/** The same for text in double quotes or in a heredoc, where shells do not read `<(` and `>(` as process substitutions. */
export const hasOpenerInQuotes = (text: string): boolean => opens(text, /\$[({[]/y)

function opens(text: string, opener: RegExp): boolean {
  const { length } = text
  for (let i = 0; i < length; i += 1) {
    const char = text[i]
    if (char === '\\') i += 1
    else if (char === '`') return true
    else if (char === '$' || char === '<' || char === '>') {
      opener.lastIndex = i
      if (opener.test(text)) return true
    }
  }
  return false
}

/**
 * Whether bash may run a command by evaluating the word as arithmetic, or as a variable's name. A file may be named
 * `a[$(id)]`, so names that a glob finds count too.
 */
export const mayRunAsArithmetic = (word: Word): boolean =>
  !isKnown(word) && word.parts.some(part => typeof part !== 'string' && (part.mayRun === true || isFileName(part)))
    ? true
    : hasRunningSubscript(wordText(word))

const isFileName = ({ yields }: Hole): boolean => yields === 'files' || yields === 'file'

/** `a[$(id)]`, `a[[0]$(id)]`; scans the text only once, however many brackets it has. */
export function hasRunningSubscript(text: string): boolean {
  let depth = 0
  for (let i = text.indexOf('['); i >= 0 && i < text.length; i += 1) {
    const char = text[i]
    if (char === '[') depth += 1
    else if (char === ']') depth = Math.max(0, depth - 1)
    else if (depth > 0 && (char === '`' || (char === '$' && text[i + 1] === '('))) return true
  }
  return false
}
