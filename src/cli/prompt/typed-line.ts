/** A line while it is typed at a terminal in raw mode. Pure: a key and a line give the next line, or the end of it. */
export type Typed =
  | { readonly kind: 'typing'; readonly text: string; readonly echo: string }
  | { readonly kind: 'entered'; readonly text: string; readonly echo: string }
  /** Ctrl-C, or Ctrl-D on an empty line. */
  | { readonly kind: 'left' }

/** Adds the characters of one read to a line. What comes after its end is dropped: it was typed before the next question. */
export function typeKeys(line: string, keys: string): Typed {
  let text = line
  let echo = ''
  for (const key of withoutSequences(keys)) {
    if (key === '\r' || key === '\n') return { kind: 'entered', text, echo }
    if (key === '\u0003' || (key === '\u0004' && text === '')) return { kind: 'left' }
    if (key === '\u007f' || key === '\b') {
      if (text === '') continue
      text = [...text].slice(0, -1).join('')
      echo += '\b \b'
    } else if (isPrintable.test(key) && text.length < mostChars) {
      text += key
      echo += key
    }
  }
  return { kind: 'typing', text, echo }
}

const mostChars = 4_000
const isPrintable = /^[^\p{C}\p{Zl}\p{Zp}]$/u

/** Arrow and function keys arrive as sequences, whose letters must not count as replies. */
const withoutSequences = (keys: string): string => keys.replace(sequence, '')

const sequence = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)?/g
