import { limits } from '../../core/limits.ts'
import { utf8Length } from '../../core/utf8-length.ts'

/** What was typed into a program, as far as it can be known. */
export interface TypedLine {
  /** The line that no line break has ended yet; null after keys whose work on it cannot be followed. */
  readonly text: string | null
  /** The same with nothing taken back, as a program sees it that reads keys by itself. */
  readonly raw: string
  /** The lines before it, the last ones of them. */
  readonly before: string
}

export const emptyLine: TypedLine = { text: '', raw: '', before: '' }

/** A terminal lets keys edit the line and interrupt it; a pipe passes everything on. */
export type TypedVia = 'terminal' | 'pipe'

export interface Typed {
  readonly line: TypedLine
  /** Each line that these keys end, and each reading of it; null if it cannot be known. */
  readonly ended: readonly (string | null)[]
  /** The lines before and the ended ones, as one text: commands may reach over several lines. */
  readonly script: string
}

/** What a line becomes as more is typed. Pure: the same line and keys, the same result. */
export function typeOn(line: TypedLine, chars: string, via: TypedVia): Typed {
  let { text, raw } = line
  // An interrupt drops the line; keys that come along with it may be dropped as well, or not.
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
    // Afterwards a key may be text or not, and nobody could say any more what a line is: such keys are never typed.
    if (via === 'terminal' && quotes.has(key)) ended.push(null)
    // What a terminal has so far goes to the program, and a shell runs it when nothing more comes.
    if (key === endOfInput) judge()
    text = via === 'terminal' ? edited(text, key) : text === null ? null : text + key
    if (!isControl(key)) raw += key
  }
  return { line: { text, raw, before: lastLines(script) }, ended, script }
}

const endOfInput = '\x04'

/** The line after one key in a terminal whose cursor stands at its end. */
function edited(text: string | null, key: string): string | null {
  if (text === null) return null
  switch (key) {
    case '\x7f':
      // A terminal may take back a byte where readline takes back a letter; and on some systems a backslash makes the key text.
      return /[^\x00-\x7f]$|\\$/.test(text) ? null : text.slice(0, -1)
    case killLine:
      return text.endsWith('\\') ? null : ''
    case endOfInput:
      return text
    case '\t':
      // Elsewhere a tab asks the shell to complete a name, and nobody here knows to what.
      return text.trim() === '' ? `${text}\t` : null
    default:
      return isControl(key) ? null : text + key
  }
}

/** A shell puts earlier commands in the place of `!!`, `!rm` and `^a^b`, and a terminal drops the end of a long line. */
const isTypedAsRead = (text: string): boolean =>
  !/![!$*:^#?\w-]|^\s*\^/.test(text) && utf8Length(text) <= limits.terminalLine

/** Ctrl-V and Ctrl-Q: the next key is text. */
const quotes = new Set(['\x16', '\x11'])
const killLine = '\x15'

const isControl = (key: string): boolean => /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(key)

/** Whole lines from the end, as many as are kept. */
function lastLines(script: string): string {
  if (script.length <= limits.typedBefore) return script
  const cut = script.slice(-limits.typedBefore)
  return cut.slice(cut.indexOf('\n') + 1)
}
