import type { Hole } from '../../../core/word.ts'
import { isSecretVariable } from '../../frame/environment.ts'
import { holeFor } from '../evaluation/value.ts'
import { newTextCursor } from '../parsing/text-cursor.ts'

export interface Interpolated {
  readonly parts: readonly (string | Hole)[]
  /** Code that runs while the text is built. */
  readonly fragments: readonly string[]
  readonly trouble: string | null
}

/** The texts and variables of a Perl string or pattern. Code in brackets after a variable is returned in `fragments`. */
export function interpolate(body: string): Interpolated {
  const scan = newTextCursor(body)
  const parts: (string | Hole)[] = []
  const fragments: string[] = []
  let trouble: string | null = null

  function takeBrackets(): void {
    const inner = scan.delimited()
    if (inner === null) trouble ??= 'a variable without an end'
    else if (/#|^=/m.test(inner)) trouble ??= 'a comment inside a text'
    else if (!/^\s*(-?\w+|\$\w+|\^\w+)\s*$/.test(inner)) fragments.push(inner)
  }

  while (!scan.isDone() && trouble === null) {
    const text = scan.take(/(?:\\[\s\S]|[^\\$@])+/y)
    if (text !== '') {
      parts.push(decode(text) ?? holeFor(text))
      continue
    }
    const start = scan.at()
    const name = scan.take(
      /(?:\$#|[$@])\$*(?:(?:::)?[A-Za-z_]\w*(?:(?:::|')[A-Za-z_]\w*)*|\d+)|\$\$(?![\w{])|\$(?:\^[A-Z]|[^\w\s{$\\])|@[-+]/y,
    )
    if (name === '') {
      const sigil = scan.take(/(?:\$#|[$@])\$*(?=\{)/y)
      if (sigil === '') {
        parts.push(scan.take(/[\s\S]/y))
        continue
      }
      takeBrackets()
    }
    while (trouble === null && scan.looksLike(/(?:->)?[[{]/y)) {
      scan.take(/->/y)
      takeBrackets()
    }
    const source = body.slice(start, scan.at())
    if (isSecretVariable(/^\$ENV\{\s*(\w+)\s*\}$/.exec(source)?.[1] ?? '')) fragments.push(source)
    parts.push(holeFor(source))
  }
  return { parts, fragments, trouble }
}

const simple: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', '0': '\0', a: '\x07', e: '\x1b', f: '\f' }),
)

/** Null if an escape changes the text after it, as `\\U` does. */
function decode(text: string): string | null {
  if (/\\([^xntrafe\W]|0\d)/.test(text.replace(/\\\\/g, ''))) return null
  return text.replace(/\\(x[\da-fA-F]{2}|x\{[\da-fA-F]{1,5}\}|[\s\S])/g, (_, letters: string) =>
    /^x./.test(letters)
      ? String.fromCodePoint(Number.parseInt(letters.replace(/[x{}]/g, ''), 16))
      : (simple.get(letters) ?? letters),
  )
}
