import { limits } from '../../core/limits.ts'
import { utf8Length } from '../../core/utf8-length.ts'
import { spokenIn } from './typed-languages.ts'

/** The text that was typed into a program, as far as it is known. */
export interface TypedLine {
  /** The current line, before its line break; null after keys with an unknown effect. */
  readonly text: string | null
  /** The same line without editing, as a program sees it that reads keys itself. */
  readonly raw: string
  /** The last few lines before it. */
  readonly before: string
  /** The languages of the interpreters that the program may have started, if there are any. */
  readonly speaks?: readonly string[]
}

export const emptyLine: TypedLine = { text: '', raw: '', before: '' }

/** In a terminal, keys can edit or interrupt the line; a pipe passes everything on. */
export type TypedVia = 'terminal' | 'pipe'

export interface Typed {
  readonly line: TypedLine
  /** Each line that these keys end, in every possible reading; null if the line is unknown. */
  readonly ended: readonly (string | null)[]
  /** The earlier lines and the ended ones as one text: a command may span several lines. */
  readonly script: string
}

/** Adds keys to a line. Pure: the same line and keys give the same result. */
export function typeOn(line: TypedLine, chars: string, via: TypedVia): Typed {
  let { text, raw } = line
  // An interrupt drops the line. This counts only without other keys, since those may be dropped or not.
  if (via === 'terminal' && /^\x03+$/.test(chars))
    return { line: { ...line, text: '' }, ended: [], script: line.before }
  let script = line.before
  const ended: (string | null)[] = []
  const judge = () => {
    const isKnown = text !== null && (via === 'pipe' || isTypedAsRead(text))
    ended.push(isKnown ? text : null, ...(raw === text ? [] : [raw]))
  }
  for (const key of chars) {
    if (key === '\r' || key === '\n') {
      judge()
      script += `${text ?? raw}\n`
      text = ''
      raw = ''
      continue
    }
    // After these keys the next one may be text or not, so the line would be unknown: they are refused.
    if (via === 'terminal' && quotes.has(key)) ended.push(null)
    // The terminal sends the unfinished line to the program, and a shell runs it if no more input follows.
    if (key === endOfInput) judge()
    text = via === 'terminal' ? edited(text, key) : text === null ? null : text + key
    if (!isControl(key)) raw += key
  }
  const speaks = [...new Set([...(line.speaks ?? []), ...spokenIn(script)])]
  const next = { text, raw, before: lastLines(script), ...(speaks.length === 0 ? {} : { speaks }) }
  return { line: next, ended, script }
}

const endOfInput = '\x04'

/** The line after one key in a terminal, with the cursor at its end. */
function edited(text: string | null, key: string): string | null {
  if (text === null) return null
  switch (key) {
    case '\x7f':
      // A terminal may delete a byte where readline deletes a letter, and on some systems a backslash makes the key text.
      return /[^\x00-\x7f]$|\\$/.test(text) ? null : text.slice(0, -1)
    case killLine:
      return text.endsWith('\\') ? null : ''
    case endOfInput:
      return text
    case '\t':
      // After other text, a tab makes the shell complete a name, and the result is unknown.
      return text.trim() === '' ? `${text}\t` : null
    default:
      return isControl(key) ? null : text + key
  }
}

/** Whether the program reads the line as typed: a shell expands `!!`, `!rm` and `^a^b`, and a terminal truncates a long line. */
const isTypedAsRead = (text: string): boolean =>
  !/![!$*:^#?\w-]|^\s*\^/.test(text) && utf8Length(text) <= limits.terminalLine

/** Ctrl-V and Ctrl-Q make the next key text. */
const quotes = new Set(['\x16', '\x11'])
const killLine = '\x15'

const isControl = (key: string): boolean => /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(key)

/** The last whole lines, up to the limit. */
function lastLines(script: string): string {
  if (script.length <= limits.typedBefore) return script
  const cut = script.slice(-limits.typedBefore)
  return cut.slice(cut.indexOf('\n') + 1)
}
