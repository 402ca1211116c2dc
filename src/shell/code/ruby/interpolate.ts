import type { Hole } from '../../../core/word.ts'
import { holeFor } from '../evaluation/value.ts'

export interface Interpolated {
  readonly parts: readonly (string | Hole)[]
  /** Code that runs while the text is built. */
  readonly fragments: readonly string[]
  readonly trouble: string | null
}

interface Marks {
  readonly open: string
  readonly close: string
  readonly interpolates: boolean
}

/** The end of a text that begins at `from`, skipping code inside it; null if it is not closed. */
export function textEnd(code: string, from: number, { open, close, interpolates }: Marks): number | null {
  let depth = 1
  for (let i = from; i < code.length; i += 1) {
    if (code[i] === '\\') i += 1
    else if (interpolates && code.startsWith('#{', i)) {
      const end = codeEnd(code, i + 2)
      if (end === null) return null
      i = end
    } else if (code[i] === close) depth -= 1
    else if (code[i] === open) depth += 1
    if (depth === 0) return i
  }
  return null
}

/** The end of the code in `#{…}`. Only quoted texts are skipped: other quote marks would be a guess. */
function codeEnd(code: string, from: number): number | null {
  let depth = 1
  for (let i = from; i < code.length; i += 1) {
    const char = code[i] ?? ''
    if (/["'`]/.test(char)) {
      const end = textEnd(code, i + 1, { open: char, close: char, interpolates: char !== "'" })
      if (end === null) return null
      i = end
    } else if (/[#%/\\]/.test(char) || (char === '?' && /["'`{}]/.test(code[i + 1] ?? ''))) return null
    else if (char === '{') depth += 1
    else if (char === '}') depth -= 1
    if (depth === 0) return i
  }
  return null
}

/** The texts of a Ruby string, and the code between them. */
export function interpolate(body: string): Interpolated {
  const parts: (string | Hole)[] = []
  const fragments: string[] = []
  let from = 0
  for (let i = 0; i < body.length; i += 1) {
    if (body[i] === '\\') i += 1
    else if (body[i] === '#' && /[$@]/.test(body[i + 1] ?? ''))
      return { parts, fragments, trouble: 'a variable in a text without brackets' }
    else if (body.startsWith('#{', i)) {
      const end = codeEnd(body, i + 2)
      if (end === null) return { parts, fragments, trouble: 'code in a text that is not understood' }
      parts.push(decode(body.slice(from, i)), holeFor(body.slice(i, end + 1)))
      fragments.push(body.slice(i + 2, end))
      i = end
      from = end + 1
    }
  }
  return { parts: [...parts, decode(body.slice(from))], fragments, trouble: null }
}

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', e: '\x1b', s: ' ', a: '\x07', f: '\f', v: '\v', b: '\b' }),
)

/** A hole if the text has an escape that is not simple. */
function decode(text: string): string | Hole {
  if (/\\[\dxuMCc]/.test(text.replaceAll('\\\\', ''))) return holeFor(text)
  return text.replace(/\\([\s\S])/g, (_, letter: string) => simple.get(letter) ?? letter)
}
